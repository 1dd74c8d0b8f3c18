package dev.cif.format.internal.row;

import dev.cif.format.internal.encoding.KeyTable;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.MapVector;
import java.util.Arrays;

/** Writes a block of maps with a dictionary of their keys, FORMAT.md section 7.2, layout dcsl. */
final class DcslEncoder {
  private final MapVector maps;
  private final int from;
  private final int count;
  private final KeyTable keys = new KeyTable();

  /** Id of each entry, in order of rows. */
  private int[] ids = new int[64];

  private int idCount;

  DcslEncoder(MapVector maps, int from, int count) {
    this.maps = maps;
    this.from = from;
    this.count = count;
  }

  void encode(SkipDistances distances, Output body) {
    numberKeys();
    int width = KeyDictionary.idWidth(keys.size());
    body.uvarint(keys.size());
    body.raw(keys.bytes().array(), 0, keys.bytes().size());
    body.u8(width);
    writeRows(distances, width, body);
  }

  /** Makes the first pass: fills the dictionary and {@link #ids}. */
  private void numberKeys() {
    ValueEncoder encoder = ValueEncoder.of(maps.keys());
    Output content = new Output();
    for (int i = from; i < from + count; i++) {
      if (maps.isNull(i)) {
        continue;
      }
      int start = maps.starts[i];
      for (int k = start; k < start + maps.lengths[i]; k++) {
        content.reset();
        encoder.key(k, content);
        if (idCount == ids.length) {
          ids = Arrays.copyOf(ids, 2 * idCount);
        }
        ids[idCount++] = keys.add(content.array(), 0, content.size());
      }
    }
  }

  /** Makes the second pass: writes the rows. */
  private void writeRows(SkipDistances distances, int width, Output body) {
    SkipListWriter skips = new SkipListWriter(distances, body);
    ValueEncoder values = ValueEncoder.of(maps.values());
    Output contents = new Output();
    int nextId = 0;
    for (int row = 0; row < count; row++) {
      skips.beforeRow(row);
      int i = from + row;
      if (maps.isNull(i)) {
        body.u8(0);
        continue;
      }
      int entries = maps.lengths[i];
      body.u8(2);
      body.uvarint(entries);
      writeIds(nextId, entries, width, body);
      nextId += entries;
      writeValues(values, maps.starts[i], entries, contents, body);
    }
    skips.end();
  }

  private void writeIds(int first, int entries, int width, Output body) {
    int at = body.extend(entries * width);
    byte[] a = body.array();
    for (int k = 0; k < entries; k++) {
      int id = ids[first + k];
      switch (width) {
        case 1:
          a[at + k] = (byte) id;
          break;
        case 2:
          Input.SHORT.set(a, at + 2 * k, (short) id);
          break;
        default:
          Input.INT.set(a, at + 4 * k, id);
          break;
      }
    }
  }

  /** Writes the sizes, then the values. */
  private void writeValues(
      ValueEncoder encoder, int start, int entries, Output contents, Output body) {
    ColumnVector values = maps.values();
    contents.reset();
    for (int k = start; k < start + entries; k++) {
      if (values.isNull(k)) {
        body.uvarint(0);
      } else {
        int before = contents.size();
        encoder.content(k, contents);
        body.uvarint(1L + contents.size() - before);
      }
    }
    body.raw(contents.array(), 0, contents.size());
  }
}
