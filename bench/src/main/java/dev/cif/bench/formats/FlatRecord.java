package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Row;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Reads the bytes of a {@link SequenceRecord} with the least work that a Writable can do: reused
 * arrays, no map object.
 */
final class FlatRecord implements Writable, SequenceFormat.Values {
  private final boolean textMap;
  private final Text[] strings = texts(Row.STRINGS);
  private final int[] ints = new int[Row.INTS];
  private final Text[] keys = texts(Row.MAX_ENTRIES);
  private final Text[] texts = texts(Row.MAX_ENTRIES);
  private final int[] numbers = new int[Row.MAX_ENTRIES];
  private int entries;

  FlatRecord(boolean textMap) {
    this.textMap = textMap;
  }

  private static Text[] texts(int count) {
    Text[] texts = new Text[count];
    Arrays.setAll(texts, i -> new Text());
    return texts;
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    for (Text string : strings) {
      string.readFields(in);
    }
    for (int i = 0; i < ints.length; i++) {
      ints[i] = in.readInt();
    }
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
  public void write(DataOutput out) {
    throw new UnsupportedOperationException("it only reads");
  }

  @Override
  public Writable record() {
    return this;
  }

  @Override
  public long of(int column) {
    if (column < Row.STRINGS) {
      return hash(strings[column]);
    }
    if (column < Row.MAP_COLUMN) {
      return ints[column - Row.STRINGS];
    }
    long sum = 0;
    for (int e = 0; e < entries; e++) {
      long key = hash(keys[e]);
      sum += textMap ? Checksum.entry(key, hash(texts[e])) : Checksum.entry(key, numbers[e]);
    }
    return sum;
  }

  private static long hash(Text text) {
    return Checksum.hash(text.getBytes(), 0, text.getLength());
  }

  @Override
  public void find(Lookup lookup) {
    for (int e = 0; e < entries; e++) {
      if (lookup.matches(keys[e].getBytes(), 0, keys[e].getLength())) {
        lookup.found(textMap ? hash(texts[e]) : numbers[e]);
      }
    }
  }
}
