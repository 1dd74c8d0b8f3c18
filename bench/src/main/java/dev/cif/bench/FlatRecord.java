package dev.cif.bench;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/** The record read with the least work that a Writable can do: reused arrays, no map object. */
final class FlatRecord extends SequenceRecord {
  private final Text[] keys = new Text[Row.MAX_ENTRIES];
  private final Text[] texts = new Text[Row.MAX_ENTRIES];
  private final int[] numbers = new int[Row.MAX_ENTRIES];
  private int entries;

  FlatRecord(boolean textMap) {
    super(textMap);
    for (int i = 0; i < Row.MAX_ENTRIES; i++) {
      keys[i] = new Text();
      texts[i] = new Text();
    }
  }

  @Override
  void readMap(DataInput in) throws IOException {
    entries = WritableUtils.readVInt(in);
    for (int e = 0; e < entries; e++) {
      keys[e].readFields(in);
      if (textMap) {
        texts[e].readFields(in);
      } else {
        numbers[e] = in.readInt();
      }
    }
  }

  @Override
  void addMap(Checksum checksum) {
    long sum = 0;
    for (int e = 0; e < entries; e++) {
      long key = Checksum.hash(keys[e].getBytes(), 0, keys[e].getLength());
      sum +=
          textMap
              ? Checksum.entry(key, Checksum.hash(texts[e].getBytes(), 0, texts[e].getLength()))
              : Checksum.entry(key, numbers[e]);
    }
    checksum.add(Row.MAP_COLUMN, sum);
  }

  @Override
  void lookup(Lookup lookup) {
    for (int e = 0; e < entries; e++) {
      if (lookup.matches(keys[e].getBytes(), 0, keys[e].getLength())) {
        if (textMap) {
          lookup.found(texts[e].getBytes(), 0, texts[e].getLength());
        } else {
          lookup.found(numbers[e]);
        }
      }
    }
  }
}
