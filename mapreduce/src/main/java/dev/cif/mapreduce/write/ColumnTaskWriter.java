package dev.cif.mapreduce.write;

import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.write.RollingSplitWriter;
import dev.cif.format.write.SplitWriter;
import dev.cif.mapreduce.avro.AvroColumnWriter;
import java.io.Closeable;
import java.io.IOException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Progressable;

/**
 * Writes the records of one task into split-directories: {@code part-m-00000}, and when that has
 * grown to {@link OutputOptions#SPLIT_SIZE}, {@code part-m-00000-1} and so on. Both of Hadoop's
 * interfaces are built on it. Not thread-safe.
 */
public final class ColumnTaskWriter implements Closeable {
  private static final int ROWS_PER_CHECK = 1024;
  private static final int NO_PART = -1;

  private final Path first;
  private final OutputOptions options;
  private final RollingSplitWriter splits;
  private boolean failed;

  private Schema given;
  private int[] positions;
  private AvroColumnWriter columns;

  private ColumnTaskWriter(
      FileSystem fs, Path first, OutputOptions options, CifSchema columns, WriteOptions write)
      throws IOException {
    this.first = first;
    this.options = options;
    splits =
        new RollingSplitWriter(
            fs, columns, write, SplitLimits.ofBytes(options.splitSize()), this::place);
    // A task without records writes their schema.
    splits.current();
  }

  /**
   * Begins an output that belongs to no co-location group.
   *
   * @param job settings of the job: {@link OutputOptions}
   * @param place path of the first split-directory; others get its name and a number
   * @throws CifException if a setting is not valid, or the path exists
   */
  public static ColumnTaskWriter open(Configuration job, Path place) throws IOException {
    return open(job, place, NO_PART);
  }

  /**
   * Begins the output of a task.
   *
   * @param job settings of the job: {@link OutputOptions}
   * @param place path of the first split-directory; others get its name and a number
   * @param partition number of the task, which is the part of a co-location group that it writes
   * @throws CifException if a setting is not valid, or the path exists
   */
  public static ColumnTaskWriter open(Configuration job, Path place, int partition)
      throws IOException {
    OutputOptions options = OutputOptions.from(job);
    return new ColumnTaskWriter(
        place.getFileSystem(job),
        place,
        options,
        columns(job, options),
        options.write().ofPart(partition));
  }

  /**
   * Checks a job's output before its tasks run.
   *
   * @throws CifException if a setting is not valid, or the output belongs to a table with a table
   *     file and has other columns
   */
  public static void check(Configuration job) throws IOException {
    columns(job, OutputOptions.from(job));
  }

  /** Returns the columns, with the keys of the table that the job's output belongs to. */
  private static CifSchema columns(Configuration job, OutputOptions options) throws IOException {
    String output = job.get(FileOutputFormat.OUTDIR);
    if (output == null) {
      return options.columns();
    }
    Path folder = new Path(output);
    DescribedTable table = DescribedTable.forShow(folder.getFileSystem(job), folder);
    return table == null ? options.columns() : table.keyed(options.columns());
  }

  /**
   * Reports progress while split-directories with sorted rows are finished, which may take minutes.
   */
  public void reportTo(Progressable task) {
    splits.reportTo(task::progress);
  }

  /**
   * Writes a record; its values are copied.
   *
   * @throws CifException if it does not fit the schema of the output; nothing more can be written
   *     then, and nothing becomes visible
   */
  public void write(IndexedRecord record) throws IOException {
    if (failed) {
      throw CifException.at(
          place(splits.splits()),
          null,
          -1,
          "a record did not fit before; the task's output is given up");
    }
    failed = true;
    SplitWriter split = splits.current();
    try {
      append(record, split);
    } catch (AvroTypeException e) {
      String row = "row " + split.rows() + ": ";
      throw CifException.at(place(splits.splits()), null, -1, row + e.getMessage(), e);
    }
    split.endRow();
    if (split.rows() % ROWS_PER_CHECK == 0) {
      splits.rollIfFull();
    }
    failed = false;
  }

  // Records of a job share a schema; comparing its content for each would cost more than writing.
  @SuppressWarnings("ReferenceEquality")
  private void append(IndexedRecord record, SplitWriter split) {
    if (record == null) {
      throw new AvroTypeException("the record is null");
    }
    if (record.getSchema() != given) {
      prepare(record);
    }
    for (Schema.Field field : options.schema().getFields()) {
      columns.appendField(record, positions[field.pos()], field, split.column(field.pos()));
    }
  }

  private void prepare(IndexedRecord record) {
    positions = AvroColumnWriter.positions(record.getSchema(), options.schema());
    GenericData model =
        record instanceof SpecificRecordBase specific
            ? specific.getSpecificData()
            : GenericData.get();
    columns = new AvroColumnWriter(model);
    given = record.getSchema();
  }

  private Path place(int number) {
    return number == 0 ? first : first.suffix("-" + number);
  }

  /**
   * Finishes the split-directory, unless a write failed.
   *
   * @throws CifException if a write failed before
   */
  @Override
  public void close() throws IOException {
    if (failed) {
      splits.abort();
      throw CifException.at(
          place(splits.splits()), null, -1, "given up, because a write failed before");
    }
    splits.close();
  }
}
