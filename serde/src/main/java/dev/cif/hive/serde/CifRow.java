package dev.cif.hive.serde;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.io.Writable;

/**
 * The row that a record reader stands at. Hive asks record readers for a Writable; this one only
 * points, and never leaves its process.
 */
public final class CifRow implements Writable {
  /** Gives the fields of the current row when they are asked for. */
  public interface Source {
    /** Field {@code i} of the row: null, a Java object of Hive's, or a lazy Value. */
    Object field(int i);

    /** Bytes of the row before encoding: its even share of what the whole split has. */
    long rawBytes();
  }

  private Source source;

  /** The fields of a row that was read. */
  public Source source() {
    return source;
  }

  /** Points to the row that a reader stands at. */
  public void read(Source fields) {
    this.source = fields;
  }

  @Override
  public void write(DataOutput out) {
    throw new UnsupportedOperationException("a CIF row does not leave its process");
  }

  @Override
  public void readFields(DataInput in) {
    throw new UnsupportedOperationException("a CIF row does not leave its process");
  }
}
