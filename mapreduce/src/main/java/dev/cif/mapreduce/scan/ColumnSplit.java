package dev.cif.mapreduce.scan;

import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.schema.Snapshot;
import dev.cif.mapreduce.avro.AvroLibrary;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** One or more split-directories: the input of one map task, for both interfaces of Hadoop. */
public final class ColumnSplit extends InputSplit
    implements Writable, org.apache.hadoop.mapred.InputSplit {
  private List<Part> parts = List.of();
  private long length;
  private String[] hosts = new String[0];
  private Schema schema;

  /** Scan that divides the rows among threads; not serialized. */
  private DividedScan divided;

  /** Creates a split for Hadoop, which then calls {@link #readFields}. */
  public ColumnSplit() {}

  /**
   * Rows {@code from} to {@code to - 1} of a split-directory that had {@code rows} rows when
   * planned.
   *
   * @param table table file of its table (FORMAT.md section 2.4); null if there is none
   */
  public record Part(
      Path directory, Snapshot snapshot, DescribedTable table, long from, long to, long rows) {
    public static Part of(PlannedSplit planned, DescribedTable table) {
      return new Part(
          planned.directory(),
          planned.snapshot(),
          table,
          planned.from(),
          planned.to(),
          planned.rows());
    }

    /** Returns the columns with which the split-directory is opened. */
    public TableColumns columns() {
      return table == null ? TableColumns.STORED : table.columnsOf(directory);
    }

    /**
     * Cuts the rows into several parts, which begin at {@code from} and at each of the given rows.
     */
    List<Part> cutAt(List<Long> starts) {
      List<Part> cut = new ArrayList<>();
      long start = from;
      for (long next : starts) {
        cut.add(new Part(directory, snapshot, table, start, next, rows));
        start = next;
      }
      cut.add(new Part(directory, snapshot, table, start, to, rows));
      return cut;
    }

    boolean isOfSameSplit(Part other) {
      return directory.equals(other.directory) && snapshot.equals(other.snapshot);
    }

    @Override
    public String toString() {
      return to - from == rows
          ? directory.toString()
          : directory + " rows " + from + "-" + (to - 1);
    }
  }

  public ColumnSplit(List<Part> parts, long length, List<String> hosts, Schema schema) {
    this.parts = List.copyOf(parts);
    this.length = length;
    this.hosts = hosts.toArray(new String[0]);
    this.schema = schema;
  }

  /**
   * Divides the input of a job among tasks.
   *
   * @param job settings of the job: {@link ScanOptions}
   * @param inputs split-directories, folders that hold them, or patterns of such
   * @throws org.apache.hadoop.mapreduce.lib.input.InvalidInputException if an input does not exist
   * @throws dev.cif.format.schema.CifException if a setting is not valid or names unknown columns,
   *     or the split-directories' schemas are not compatible
   */
  public static List<ColumnSplit> plan(Configuration job, Path[] inputs) throws IOException {
    AvroLibrary.expectRecent();
    List<ColumnSplit> splits = new SplitPlanner(job).plan(inputs);
    JobScans.planned(job, splits);
    return splits;
  }

  /** Returns the split-directories whose rows are read, in reading order. */
  public List<Path> directories() {
    return parts.stream().map(Part::directory).toList();
  }

  public List<Part> parts() {
    return parts;
  }

  /** Returns a split of one of the parts. */
  public ColumnSplit of(Part part) {
    return new ColumnSplit(List.of(part), length, List.of(hosts), schema);
  }

  /** Returns the number of rows of all parts. */
  long rows() {
    return parts.stream().mapToLong(part -> part.to - part.from).sum();
  }

  /**
   * Returns the scan that divides the rows among the task's threads; null unless a reader has begun
   * one.
   */
  public DividedScan divided() {
    return divided;
  }

  void divideBy(DividedScan scan) {
    divided = scan;
  }

  /** Returns the schema of the values: the columns that the job reads. */
  public Schema schema() {
    return schema;
  }

  /**
   * Returns the bytes of the files of the wanted columns; the rows' share of them if they are a
   * part.
   */
  @Override
  public long getLength() {
    return length;
  }

  /**
   * Returns the hosts of the largest wanted column file; with several split-directories, the hosts
   * that all of them share. They are not serialized.
   */
  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    List<DescribedTable> tables =
        parts.stream().map(Part::table).filter(Objects::nonNull).distinct().toList();
    WritableUtils.writeVInt(out, tables.size());
    for (DescribedTable table : tables) {
      Text.writeString(out, table.folder().toString());
      Text.writeString(out, table.toText());
    }
    WritableUtils.writeVInt(out, parts.size());
    for (Part part : parts) {
      WritableUtils.writeVInt(out, tables.indexOf(part.table));
      Text.writeString(out, part.directory.toString());
      Text.writeString(out, part.snapshot.toString());
      WritableUtils.writeVLong(out, part.from);
      WritableUtils.writeVLong(out, part.to);
      WritableUtils.writeVLong(out, part.rows);
    }
    WritableUtils.writeVLong(out, length);
    Text.writeString(out, schema.toString());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    List<DescribedTable> tables = new ArrayList<>();
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      Path folder = new Path(Text.readString(in));
      tables.add(DescribedTable.parse(folder, Text.readString(in)));
    }
    int count = WritableUtils.readVInt(in);
    List<Part> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int table = WritableUtils.readVInt(in);
      Path directory = new Path(Text.readString(in));
      read.add(
          new Part(
              directory,
              Snapshot.parse(Text.readString(in)),
              table < 0 ? null : tables.get(table),
              WritableUtils.readVLong(in),
              WritableUtils.readVLong(in),
              WritableUtils.readVLong(in)));
    }
    parts = List.copyOf(read);
    length = WritableUtils.readVLong(in);
    schema = new Schema.Parser().parse(Text.readString(in));
    hosts = new String[0];
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
