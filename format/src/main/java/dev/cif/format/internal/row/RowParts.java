package dev.cif.format.internal.row;

import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;

/**
 * List, map, struct or union in the bytes of a block. It finds a part by a walk over the parts
 * before it. It remembers the walk, so that parts in order cost one walk in all.
 */
final class RowParts extends RowValue {
  private final ValueDecoder decoder;

  /** Number of elements or entries; -1 until known. */
  private int size = -1;

  /** Part whose position is known, and that position. */
  private int part;

  private int partPosition;
  private int firstPosition = -1;

  RowParts(RowSource source, ValueDecoder decoder, int position) {
    super(source, decoder, position);
    this.decoder = decoder;
  }

  @Override
  protected int decodeSize() {
    if (size < 0) {
      RowCursor c = open();
      size = decoder instanceof MapDecoder map ? map.open(c) : c.items(1);
      start(c);
    }
    return size;
  }

  private void start(RowCursor c) {
    part = 0;
    partPosition = c.position;
    firstPosition = c.position;
  }

  /** Returns a cursor at part {@code i}. */
  private RowCursor at(int i) {
    if (firstPosition < 0) {
      start(open());
    }
    if (i < part) {
      part = 0;
      partPosition = firstPosition;
    }
    RowCursor c = source.at(partPosition);
    while (part < i) {
      pass(c, part);
      part++;
      partPosition = c.position;
    }
    return c;
  }

  /** Passes over part {@code i}. */
  private void pass(RowCursor c, int i) {
    if (decoder instanceof ListDecoder list) {
      list.elements.skip(c, 1);
    } else if (decoder instanceof MapDecoder map) {
      map.keys.skipContent(c);
      map.values.skip(c, 1);
    } else {
      ((StructDecoder) decoder).fields[i].skip(c, 1);
    }
  }

  @Override
  protected Value decodeElement(int i) {
    return ((ListDecoder) decoder).elements.markedValue(source, at(i).position);
  }

  @Override
  protected Value decodeKey(int i) {
    return ((MapDecoder) decoder).keys.value(source, at(i).position);
  }

  @Override
  protected Value decodeValue(int i) {
    MapDecoder map = (MapDecoder) decoder;
    RowCursor c = at(i);
    map.keys.skipContent(c);
    return map.values.markedValue(source, c.position);
  }

  @Override
  protected Value decodeFind(MapKey key) {
    MapDecoder map = (MapDecoder) decoder;
    int found = map.find(open(), key);
    return found < 0 ? null : map.values.markedValue(source, found);
  }

  @Override
  protected Value decodeField(int i) {
    return ((StructDecoder) decoder).fields[i].markedValue(source, at(i).position);
  }

  @Override
  protected int decodeTag() {
    return ((UnionDecoder) decoder).tag(open());
  }

  @Override
  protected Value decodeBranch() {
    UnionDecoder union = (UnionDecoder) decoder;
    RowCursor c = open();
    return union.branches[union.tag(c)].markedValue(source, c.position);
  }
}
