package dev.cif.bench;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * The value class of the SequenceFile, as in the paper: six strings, six integers and a map. All
 * its kinds have the same bytes and differ in the objects that they make of the map.
 */
abstract class SequenceRecord implements Writable {
  final boolean textMap;
  final Text[] strings = new Text[Row.STRINGS];
  final int[] ints = new int[Row.INTS];

  /** The row that {@link #write} writes. */
  final Row row = new Row();

  SequenceRecord(boolean textMap) {
    this.textMap = textMap;
    for (int i = 0; i < strings.length; i++) {
      strings[i] = new Text();
    }
  }

  abstract void readMap(DataInput in) throws IOException;

  abstract void addMap(Checksum checksum);

  abstract void lookup(Lookup lookup);

  @Override
  public final void readFields(DataInput in) throws IOException {
    for (Text string : strings) {
      string.readFields(in);
    }
    for (int i = 0; i < ints.length; i++) {
      ints[i] = in.readInt();
    }
    readMap(in);
  }

  @Override
  public final void write(DataOutput out) throws IOException {
    for (Slice string : row.strings) {
      write(out, string);
    }
    for (int value : row.ints) {
      out.writeInt(value);
    }
    WritableUtils.writeVInt(out, row.entries);
    for (int e = 0; e < row.entries; e++) {
      write(out, row.keys[e]);
      if (textMap) {
        write(out, row.texts[e]);
      } else {
        out.writeInt(row.values[e]);
      }
    }
  }

  private static void write(DataOutput out, Slice slice) throws IOException {
    WritableUtils.writeVInt(out, slice.length);
    out.write(slice.bytes, 0, slice.length);
  }
}
