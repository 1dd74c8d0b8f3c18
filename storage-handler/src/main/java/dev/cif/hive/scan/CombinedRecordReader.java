package dev.cif.hive.scan;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.hive.ql.io.IOContextMap;
import org.apache.hadoop.hive.ql.io.orc.OrcRawRecordMerger.ReaderKey;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;

/**
 * Reads the parts of a {@link CombinedSplit} one after the other. It tells Hive the path of each,
 * as Hive's own reader of several files does: INPUT__FILE__NAME and joins by buckets depend on it.
 */
public final class CombinedRecordReader<T> implements RowIdReader<T> {
  private final int count;
  private final Iterator<CifSplit> left;
  private final Opener<T> opener;
  private final JobConf job;
  private PartReader<T> current;
  private int opened;

  /** Function that opens a part. */
  public interface Opener<T> {
    PartReader<T> open(CifSplit part) throws IOException;
  }

  public CombinedRecordReader(CombinedSplit split, Opener<T> opener, JobConf job)
      throws IOException {
    this.count = split.parts().size();
    this.left = split.parts().iterator();
    this.opener = opener;
    this.job = job;
    open(left.next());
  }

  private void open(CifSplit part) throws IOException {
    current = opener.open(part);
    opened++;
    IOContextMap.get(job).setInputPath(part.getPath());
  }

  /** Moves to the part that has the next row; to the last if none has. */
  private void move() throws IOException {
    while (left.hasNext() && current.isAtEnd()) {
      current.close();
      open(left.next());
    }
  }

  @Override
  public boolean next(NullWritable key, T value) throws IOException {
    move();
    return current.next(key, value);
  }

  @Override
  public ReaderKey getRecordIdentifier() {
    return current.getRecordIdentifier();
  }

  @Override
  public NullWritable createKey() {
    return current.createKey();
  }

  @Override
  public T createValue() {
    return current.createValue();
  }

  /** Returns the position of the next row; Hive asks before each row. */
  @Override
  public long getPos() throws IOException {
    move();
    return current.getPos();
  }

  @Override
  public float getProgress() throws IOException {
    return (opened - 1 + current.getProgress()) / count;
  }

  @Override
  public void close() throws IOException {
    current.close();
  }
}
