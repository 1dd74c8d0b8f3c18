package dev.cif.bench.formats;

import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reader that forwards all calls to another reader; subclasses may act before or after them. */
public abstract class ForwardingReader<K, V> extends RecordReader<K, V> {
  private final RecordReader<K, V> real;

  protected ForwardingReader(RecordReader<K, V> real) {
    this.real = real;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    real.initialize(split, context);
  }

  @Override
  public final boolean nextKeyValue() throws IOException, InterruptedException {
    return real.nextKeyValue();
  }

  @Override
  public final K getCurrentKey() throws IOException, InterruptedException {
    return real.getCurrentKey();
  }

  @Override
  public final V getCurrentValue() throws IOException, InterruptedException {
    return real.getCurrentValue();
  }

  @Override
  public final float getProgress() throws IOException, InterruptedException {
    return real.getProgress();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
