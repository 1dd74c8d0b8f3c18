package dev.cif.hive.update;

import dev.cif.format.commit.SplitDelete;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.hive.serde.CifRowToWrite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Lists the rows that a DELETE has chosen, by split-directory; they come in any order. Nothing is
 * written into the table before {@link CommitTask}.
 */
public final class DeleteOutputFormat extends FileOutputFormat<NullWritable, CifRowToWrite>
    implements HiveOutputFormat<NullWritable, CifRowToWrite> {
  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path path,
      Class<? extends Writable> valueClass,
      boolean isCompressed,
      Properties properties,
      Progressable progress)
      throws IOException {
    List<String> sources = UpdateOutputFormat.lines(properties, UpdateOutputFormat.SOURCES);
    TableColumns table;
    try {
      table = TableColumns.fromProperties(sources, List.of(), properties::getProperty);
    } catch (IllegalArgumentException e) {
      String name = properties.getProperty(UpdateOutputFormat.TABLE);
      throw new CifException("table " + name + ": " + e.getMessage(), e);
    }
    RowPlaces places = new RowPlaces(properties.getProperty(UpdateOutputFormat.LOCATION));
    return new Writer(job, path.getFileSystem(job).create(path, true), places, table, sources);
  }

  /** Gathers rows, as long as the task lasts. */
  private static final class Writer implements FileSinkOperator.RecordWriter {
    private final Configuration job;
    private final FSDataOutputStream out;
    private final TableColumns table;
    private final List<String> sources;
    private final RowPlaces places;
    private final Map<String, SplitDelete> splits = new LinkedHashMap<>();

    /** The last row's split-directory. */
    private SplitDelete current;

    Writer(
        Configuration job,
        FSDataOutputStream out,
        RowPlaces places,
        TableColumns table,
        List<String> sources) {
      this.job = job;
      this.out = out;
      this.places = places;
      this.table = table;
      this.sources = sources;
    }

    @Override
    public void write(Writable writable) throws IOException {
      CifRowToWrite row = (CifRowToWrite) writable;
      String place = places.split(row);
      if (current == null || !current.directory().toString().equals(place)) {
        current = splits.get(place);
        if (current == null) {
          Path directory = new Path(place);
          FileSystem fs = directory.getFileSystem(job);
          current = SplitDelete.open(fs, directory, ReadOptions.from(job), table, sources);
          splits.put(place, current);
        }
      }
      current.delete(places.row(row));
    }

    @Override
    public void close(boolean abort) throws IOException {
      try (out) {
        for (SplitDelete split : abort ? List.<SplitDelete>of() : splits.values()) {
          out.write((split.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  @Override
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException("this output format is for Hive's DELETE");
  }
}
