package dev.cif.hive.serde;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.io.Writable;

/**
 * Reference to the current row of a record reader. Hive asks record readers for a Writable; this
 * one is never serialized.
 */
public final class CifRow implements Writable {
  /** Source of the current row's fields, each read on demand. */
  public interface Source {
    /** Returns field {@code i} of the row: null, a Java object of Hive's, or a lazy Value. */
    Object field(int i);

    /** Returns the bytes of the row before encoding: its even share of the whole split's. */
    long rawBytes();
  }

  private Source source;

  /** Returns the fields of a row that was read. */
  public Source source() {
    return source;
  }

  /** Points to the current row of a reader. */
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
