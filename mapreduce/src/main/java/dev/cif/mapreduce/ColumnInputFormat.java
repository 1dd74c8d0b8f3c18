package dev.cif.mapreduce;

import dev.cif.format.options.Release;
import dev.cif.format.scan.Predicate;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Reads split-directories in jobs of {@code org.apache.hadoop.mapreduce} (paper, section 4.2). Keys
 * are NullWritable, values {@link Record}, or objects of a class that Avro generated.
 *
 * <pre>{@code
 * job.setInputFormatClass(ColumnInputFormat.class);
 * ColumnInputFormat.addInputPath(job, new Path("/data/2011-01-01"));
 * ColumnInputFormat.setColumns(job, "url, metadata");
 * }</pre>
 *
 * <p>Input paths are split-directories, or folders that hold them at any depth and nothing else.
 * All settings are properties of the job: {@link ScanOptions}. For {@code org.apache.hadoop.mapred}
 * there is {@code dev.cif.mapred.ColumnInputFormat}.
 */
public class ColumnInputFormat extends FileInputFormat<NullWritable, IndexedRecord> {

  /**
   * Sets the columns that the job reads; the files of other columns are not opened. Names are
   * checked when the job is submitted. A column that no split-directory has is an error; a column
   * that only some lack is null there.
   *
   * @param columns names, ignoring case, comma-separated; if empty, values have no fields
   */
  public static void setColumns(Job job, String columns) {
    ScanOptions.setColumns(job.getConfiguration(), columns);
  }

  /**
   * Sets a class that Avro generated as the class of the values; its fields are the columns to
   * read.
   */
  public static void setRecordClass(Job job, Class<? extends SpecificRecord> type) {
    ScanOptions.setRecordClass(job.getConfiguration(), type);
  }

  /** Sets the schema of the values; its fields are the columns to read. */
  public static void setReadSchema(Job job, Schema schema) {
    ScanOptions.setReadSchema(job.getConfiguration(), schema);
  }

  /**
   * Sets a condition for pruning: split-directories and blocks whose statistics exclude it are left
   * out.
   *
   * @param filterRows true if the map function also gets no rows but those for which it is true
   */
  public static void setPredicate(Job job, Predicate predicate, boolean filterRows) {
    ScanOptions.setPredicate(job.getConfiguration(), predicate, filterRows);
  }

  /**
   * Sets the bytes of the wanted columns that each task gets: several small split-directories, or a
   * part of a large one.
   */
  public static void setSplitSize(Job job, long bytes) {
    ScanOptions.setSplitSize(job.getConfiguration(), bytes);
  }

  /**
   * Lets several threads of each task read, decode and map its rows. Each thread creates its own
   * mapper, which is set up and cleaned up. The order of rows is kept within ranges of rows only.
   * The job's mapper must be set before the splits are planned.
   */
  public static void setThreads(Job job, int threads) {
    ScanOptions.setThreads(job.getConfiguration(), threads);
  }

  /**
   * Lets a separate thread read and decode all columns of the job ahead of the map function, which
   * gets the rows in their order. Meant for mappers that can't run in several threads.
   */
  public static void setDecodeAhead(Job job, boolean ahead) {
    ScanOptions.setDecodeAhead(job.getConfiguration(), ahead);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Release.expectOne();
    ThreadedMapper.install(context.getConfiguration());
    Path[] inputs = getInputPaths(context);
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(), inputs, context.getConfiguration());
    return new ArrayList<>(ColumnSplit.plan(context.getConfiguration(), inputs));
  }

  @Override
  public RecordReader<NullWritable, IndexedRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new ColumnRecordReader();
  }
}
