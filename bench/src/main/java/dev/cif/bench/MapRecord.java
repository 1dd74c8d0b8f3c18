package dev.cif.bench;

import java.io.DataInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/** The record as a MapReduce program has it: the map column is a {@code java.util.Map}. */
final class MapRecord extends SequenceRecord {
  private Map<String, Integer> numbers = Map.of();
  private Map<String, String> texts = Map.of();

  MapRecord(boolean textMap) {
    super(textMap);
  }

  @Override
  void readMap(DataInput in) throws IOException {
    int entries = WritableUtils.readVInt(in);
    if (textMap) {
      texts = new HashMap<>(entries * 2);
      for (int e = 0; e < entries; e++) {
        texts.put(Text.readString(in), Text.readString(in));
      }
    } else {
      numbers = new HashMap<>(entries * 2);
      for (int e = 0; e < entries; e++) {
        numbers.put(Text.readString(in), in.readInt());
      }
    }
  }

  @Override
  void addMap(Checksum checksum) {
    long sum = 0;
    for (Map.Entry<String, Integer> entry : numbers.entrySet()) {
      sum += Checksum.entry(Checksum.hash(entry.getKey()), entry.getValue());
    }
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      sum += Checksum.entry(Checksum.hash(entry.getKey()), Checksum.hash(entry.getValue()));
    }
    checksum.add(Row.MAP_COLUMN, sum);
  }

  @Override
  void lookup(Lookup lookup) {
    Integer number = numbers.get(lookup.key());
    if (number != null) {
      lookup.found(number);
    }
    String text = texts.get(lookup.key());
    if (text != null) {
      lookup.foundHash(Checksum.hash(text));
    }
  }
}
