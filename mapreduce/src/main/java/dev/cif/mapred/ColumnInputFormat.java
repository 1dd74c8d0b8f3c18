package dev.cif.mapred;

import dev.cif.format.options.Release;
import dev.cif.format.scan.Predicate;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.scan.TaskScan;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Reads split-directories in jobs of {@code org.apache.hadoop.mapred}, with the same settings and
 * limits as {@link dev.cif.mapreduce.ColumnInputFormat}.
 *
 * <p>Every value that a reader creates moves on to the row that it was last passed for; values of
 * one reader must not be used in several threads.
 */
public class ColumnInputFormat extends FileInputFormat<NullWritable, IndexedRecord> {

  /** Sets the columns to read; see {@link dev.cif.mapreduce.ColumnInputFormat#setColumns}. */
  public static void setColumns(JobConf job, String columns) {
    ScanOptions.setColumns(job, columns);
  }

  /**
   * Sets the class of the values; see {@link dev.cif.mapreduce.ColumnInputFormat#setRecordClass}.
   */
  public static void setRecordClass(JobConf job, Class<? extends SpecificRecord> type) {
    ScanOptions.setRecordClass(job, type);
  }

  /**
   * Sets the schema of the values; see {@link dev.cif.mapreduce.ColumnInputFormat#setReadSchema}.
   */
  public static void setReadSchema(JobConf job, Schema schema) {
    ScanOptions.setReadSchema(job, schema);
  }

  /** Sets a predicate; see {@link dev.cif.mapreduce.ColumnInputFormat#setPredicate}. */
  public static void setPredicate(JobConf job, Predicate predicate, boolean filterRows) {
    ScanOptions.setPredicate(job, predicate, filterRows);
  }

  /**
   * Sets the bytes of a task's input; see {@link dev.cif.mapreduce.ColumnInputFormat#setSplitSize}.
   */
  public static void setSplitSize(JobConf job, long bytes) {
    ScanOptions.setSplitSize(job, bytes);
  }

  /**
   * Sets the threads of a task; see {@link dev.cif.mapreduce.ColumnInputFormat#setThreads}. Has no
   * effect if the job has a map runner of its own.
   */
  public static void setThreads(JobConf job, int threads) {
    ScanOptions.setThreads(job, threads);
  }

  /** Decodes rows ahead; see {@link dev.cif.mapreduce.ColumnInputFormat#setDecodeAhead}. */
  public static void setDecodeAhead(JobConf job, boolean ahead) {
    ScanOptions.setDecodeAhead(job, ahead);
  }

  @Override
  public InputSplit[] getSplits(JobConf job, int hint) throws IOException {
    Release.expectOne();
    ThreadedMapRunner.install(job);
    Path[] inputs = getInputPaths(job);
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), inputs, job);
    return ColumnSplit.plan(job, inputs).toArray(new InputSplit[0]);
  }

  @Override
  public RecordReader<NullWritable, IndexedRecord> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    boolean inThreads = ThreadedMapRunner.isSet(job);
    return new Reader(TaskScan.open(job, (ColumnSplit) split, reporter::incrCounter, inThreads));
  }

  /** Adapter of a {@link TaskScan} for {@code org.apache.hadoop.mapred}. */
  private static final class Reader implements RecordReader<NullWritable, IndexedRecord> {
    private final TaskScan scan;

    Reader(TaskScan scan) {
      this.scan = scan;
    }

    @Override
    public boolean next(NullWritable key, IndexedRecord value) throws IOException {
      return scan.next(value);
    }

    @Override
    public NullWritable createKey() {
      return NullWritable.get();
    }

    @Override
    public IndexedRecord createValue() {
      return scan.newRecord();
    }

    @Override
    public long getPos() {
      return scan.position();
    }

    @Override
    public float getProgress() {
      return scan.progress();
    }

    @Override
    public void close() throws IOException {
      scan.close();
    }
  }
}
