package dev.cif.hive.scan;

import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.schema.Snapshot;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.ColumnarSplit;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;

/**
 * Rows of a split-directory for a task. For Hive it is a part of a file, whose path is that of the
 * folder, and whose bytes are those of the wanted columns. Tez groups splits by the bytes before
 * encoding.
 */
public final class CifSplit extends FileSplit implements ColumnarSplit {
  private long from;
  private long to;
  private long rows;
  private long rawBytes;
  private Snapshot snapshot;

  /** Creates a split for {@link #readFields}. */
  CifSplit() {
    super((Path) null, 0, 0, (String[]) null);
  }

  public CifSplit(PlannedSplit part) {
    // Hive drops splits of no length; a count of rows still has to visit the split.
    super(
        part.directory(),
        part.start(),
        Math.max(1, part.length()),
        part.hosts().toArray(new String[0]));
    from = part.from();
    to = part.to();
    rows = part.rows();
    rawBytes = part.rawBytes();
    snapshot = part.snapshot();
  }

  /** Returns the changes that count. */
  Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the first row. */
  long from() {
    return from;
  }

  /** Returns the row after the last; {@link PlannedSplit#UNKNOWN} for all rows. */
  long to() {
    return to;
  }

  /**
   * Returns the rows that the split-directory had when planned; {@link PlannedSplit#UNKNOWN} if it
   * was not opened.
   */
  public long rows() {
    return rows;
  }

  /** Returns the bytes before encoding, at least 1: Hive takes 0 for an unknown size. */
  @Override
  public long getColumnarProjectionSize() {
    return Math.max(1, rawBytes);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeLong(from);
    out.writeLong(to);
    out.writeLong(rows);
    out.writeLong(rawBytes);
    Text.writeString(out, snapshot.toString());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    from = in.readLong();
    to = in.readLong();
    rows = in.readLong();
    rawBytes = in.readLong();
    snapshot = Snapshot.parse(Text.readString(in));
  }

  @Override
  public String toString() {
    if (rows == PlannedSplit.UNKNOWN) {
      return getPath() + ": all rows";
    }
    return getPath() + ": rows " + from + " to " + (to - 1) + " of " + rows;
  }
}
