package dev.cif.mapreduce;

import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.TaskScan;
import java.io.IOException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Adapter of a {@link TaskScan} for {@code org.apache.hadoop.mapreduce}. */
final class ColumnRecordReader extends RecordReader<NullWritable, IndexedRecord> {
  private TaskScan scan;
  private IndexedRecord record;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    scan =
        TaskScan.open(
            context.getConfiguration(),
            (ColumnSplit) split,
            (group, name, n) -> context.getCounter(group, name).increment(n),
            ThreadedMapper.isSet(context.getConfiguration()));
    record = scan.newRecord();
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    return scan.next(record);
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public IndexedRecord getCurrentValue() {
    return record;
  }

  @Override
  public float getProgress() {
    return scan == null ? 0f : scan.progress();
  }

  @Override
  public void close() throws IOException {
    if (scan != null) {
      scan.close();
    }
  }
}
