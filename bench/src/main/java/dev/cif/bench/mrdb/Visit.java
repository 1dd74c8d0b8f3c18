package dev.cif.bench.mrdb;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** Value of the join's first job: a visit, or, with {@link #rank} alone, a page. */
final class Visit implements Writable {
  /** {@link #rank} of a visit. */
  static final int NONE = -1;

  final Text address = new Text();
  float revenue;
  int rank = NONE;

  boolean isPage() {
    return rank != NONE;
  }

  Visit copy() {
    Visit copy = new Visit();
    copy.address.set(address);
    copy.revenue = revenue;
    copy.rank = rank;
    return copy;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(rank);
    if (!isPage()) {
      address.write(out);
      out.writeFloat(revenue);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = in.readInt();
    if (!isPage()) {
      address.readFields(in);
      revenue = in.readFloat();
    }
  }
}
