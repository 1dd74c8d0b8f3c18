package dev.cif.mapreduce.derive;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.avro.AvroLibrary;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.SplitPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Gives the tasks of {@link DerivedColumn} the split-directories that lack the column, as values.
 */
public final class DerivedColumnInputFormat extends InputFormat<NullWritable, ColumnSplit> {

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration job = context.getConfiguration();
    DerivedColumn column = DerivedColumn.from(job);
    Path[] inputs = FileInputFormat.getInputPaths(context);
    TokenCache.obtainTokensForNamenodes(context.getCredentials(), inputs, job);
    AvroLibrary.expectRecent();
    List<ColumnSplit> splits = plan(job, inputs, column);
    if (describe(job, splits, column)) {
      splits = plan(job, inputs, column);
    }
    return new ArrayList<>(splits);
  }

  private static List<ColumnSplit> plan(Configuration job, Path[] inputs, DerivedColumn column)
      throws IOException {
    return new SplitPlanner(job)
        .planWhole(
            inputs,
            columns -> !AddedColumnWriter.isAdded(columns.split(), column.name(), column.type()));
  }

  /**
   * Adds the column to the table files that lack it, since readers would not see another. Keeps the
   * folders of all table files. Returns false if none lacks it.
   *
   * @throws CifException if a metastore has such a table
   */
  private static boolean describe(Configuration job, List<ColumnSplit> splits, DerivedColumn column)
      throws IOException {
    Map<Path, DescribedTable> lacking = new LinkedHashMap<>();
    Set<Path> all = new LinkedHashSet<>();
    for (ColumnSplit split : splits) {
      for (ColumnSplit.Part part : split.parts()) {
        if (part.table() != null) {
          all.add(part.table().folder());
        }
        if (part.table() != null && part.table().readable().indexOf(column.name()) < 0) {
          lacking.put(part.table().folder(), part.table());
        }
      }
    }
    for (DescribedTable table : lacking.values()) {
      if (table.description().owner() != null) {
        throw CifException.at(
            table.file(),
            column.name(),
            -1,
            "the table has no such column; add it first, by ALTER TABLE ... ADD COLUMNS of "
                + table.description().owner());
      }
    }
    DescribedColumns.setTables(job, all);
    for (Path folder : lacking.keySet()) {
      DescribedColumns.add(job, folder, column.name(), column.type());
    }
    return !lacking.isEmpty();
  }

  @Override
  public RecordReader<NullWritable, ColumnSplit> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader((ColumnSplit) split);
  }

  /** Reader that gives one split-directory after the other. */
  private static final class Reader extends RecordReader<NullWritable, ColumnSplit> {
    private final ColumnSplit split;
    private int next;

    Reader(ColumnSplit split) {
      this.split = split;
    }

    @Override
    public void initialize(InputSplit given, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      return next++ < split.parts().size();
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public ColumnSplit getCurrentValue() {
      return split.of(split.parts().get(next - 1));
    }

    @Override
    public float getProgress() {
      return Math.min(1f, Math.max(0, next - 1f) / split.parts().size());
    }

    @Override
    public void close() {}
  }
}
