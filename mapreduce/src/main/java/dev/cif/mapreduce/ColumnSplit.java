package dev.cif.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** The work of one map task: one or more split-directories. For both interfaces of Hadoop. */
public final class ColumnSplit extends InputSplit
    implements Writable, org.apache.hadoop.mapred.InputSplit {
  private List<Path> directories = List.of();
  private long length;
  private String[] hosts = new String[0];
  private Schema schema;

  /** For Hadoop, which then calls {@link #readFields}. */
  public ColumnSplit() {}

  ColumnSplit(List<Path> directories, long length, List<String> hosts, Schema schema) {
    this.directories = List.copyOf(directories);
    this.length = length;
    this.hosts = hosts.toArray(new String[0]);
    this.schema = schema;
  }

  /**
   * Divides the input of a job among tasks.
   *
   * @param job its settings: {@link ScanOptions}
   * @param inputs split-directories, folders that hold them, or patterns of such
   * @throws org.apache.hadoop.mapreduce.lib.input.InvalidInputException if an input does not exist
   * @throws dev.cif.format.CifException if a setting is not valid or names columns that there are
   *     not, or the split-directories' schemas do not go together
   */
  public static List<ColumnSplit> plan(Configuration job, Path[] inputs) throws IOException {
    AvroLibrary.expectRecent();
    return new SplitPlanner(job).plan(inputs);
  }

  /** The split-directories, in the order in which they are read. */
  public List<Path> directories() {
    return directories;
  }

  /** The same for some of the split-directories. */
  ColumnSplit of(List<Path> some) {
    return new ColumnSplit(some, length, List.of(hosts), schema);
  }

  /** The schema of the values: the columns that the job reads. */
  public Schema schema() {
    return schema;
  }

  /** Bytes of the files of the wanted columns. */
  @Override
  public long getLength() {
    return length;
  }

  /**
   * The hosts of the largest wanted column file, of each split-directory if there are several; they
   * are not written with the split.
   */
  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, directories.size());
    for (Path directory : directories) {
      Text.writeString(out, directory.toString());
    }
    WritableUtils.writeVLong(out, length);
    Text.writeString(out, schema.toString());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int count = WritableUtils.readVInt(in);
    List<Path> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      read.add(new Path(Text.readString(in)));
    }
    directories = List.copyOf(read);
    length = WritableUtils.readVLong(in);
    schema = new Schema.Parser().parse(Text.readString(in));
    hosts = new String[0];
  }

  @Override
  public String toString() {
    return directories.toString();
  }
}
