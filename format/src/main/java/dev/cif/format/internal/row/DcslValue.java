package dev.cif.format.internal.row;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;

/** Map of a dcsl block: a look-up compares ids, adds sizes, and decodes one value. */
final class DcslValue extends RowValue {
  private final DcslDecoder decoder;

  /** Number of entries; -1 until known. */
  private int size = -1;

  private int ids;

  DcslValue(RowSource source, DcslDecoder decoder, int position) {
    super(source, decoder, position);
    this.decoder = decoder;
  }

  @Override
  protected int decodeSize() {
    if (size < 0) {
      RowCursor c = open();
      int entries = decoder.open(c);
      ids = c.position;
      size = entries;
    }
    return size;
  }

  @Override
  protected Value decodeKey(int i) {
    int at = ids + i * decoder.idWidth;
    int id = KeyDictionary.id(source.array, at, decoder.idWidth);
    if (id < 0 || id >= decoder.dictionary.size()) {
      throw decoder.badId(open(), at, id);
    }
    return decoder.keys.value(source, decoder.dictionary.positions()[id]);
  }

  @Override
  protected Value decodeValue(int i) {
    int entries = decodeSize();
    RowCursor c = source.at(ids + entries * decoder.idWidth);
    long before = Sizes.sum(c, i);
    int stored = c.count("a size", c.end - c.position);
    if (stored == 0) {
      return new NullValue(decoder.values.type());
    }
    long after = Sizes.sum(c, entries - i - 1);
    if (before + stored - 1 + after > c.end - c.position) {
      throw c.corrupt("sizes beyond the " + (c.end - c.position) + " bytes left");
    }
    return decoder.values.value(source, c.position + (int) before);
  }

  @Override
  protected Value decodeFind(MapKey key) {
    int id = decoder.dictionary.find(key);
    if (id < 0) {
      return null;
    }
    int entries = decodeSize();
    int found = decoder.lastId(source.array, ids, entries, id);
    return found < 0 ? null : decodeValue(found);
  }
}
