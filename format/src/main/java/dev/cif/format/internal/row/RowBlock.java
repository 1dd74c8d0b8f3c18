package dev.cif.format.internal.row;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.codec.Codec;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.AbstractValue;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import java.util.Objects;

/**
 * Block in one of the paper's layouts, FORMAT.md section 7: plain, skiplist, block, dcsl.
 *
 * <p>Reading forward is cheapest, since the block keeps its position. It passes over unwanted rows,
 * by the greatest skips that fit if there is a skip list. For a row before its position it starts
 * over. Layout block is decompressed at the first access. After an error, the vector's content is
 * undefined; the block can still be read.
 */
public final class RowBlock implements Block {
  private final CifType type;
  private final Layout layout;
  private final SkipDistances skips;
  private final int rows;
  private final Input body;
  private final DecodeCounter counter;
  private final ErrorPlace place;

  private RowSource source;
  private RowCursor cursor;
  private ValueDecoder decoder;
  private RowLocator locator;

  private RowBlock(
      CifType type,
      Layout layout,
      SkipDistances skips,
      int rows,
      Input body,
      DecodeCounter counter,
      ErrorPlace place) {
    this.type = type;
    this.layout = layout;
    this.skips = layout == Layout.SKIPLIST || layout == Layout.DCSL ? skips : null;
    this.rows = rows;
    this.body = body;
    this.counter = counter;
    this.place = place;
  }

  /** Opens a block of unknown place; decodes nothing yet. */
  public static Block open(
      CifType type,
      Layout layout,
      SkipDistances skips,
      int rows,
      Input body,
      DecodeCounter counter) {
    return open(type, layout, skips, rows, body, counter, ErrorPlace.UNKNOWN);
  }

  /**
   * Opens a block; decodes nothing yet.
   *
   * @param layout any layout but {@link Layout#AUTO}
   * @param skips skip distances of the footer, for layouts skiplist and dcsl; may be null for
   *     others
   * @param body all bytes of the body, from the Input's position to its end; the block and its
   *     Values keep the array
   * @param place place that errors of Values name
   * @throws CorruptDataException if there can be no such block
   */
  public static Block open(
      CifType type,
      Layout layout,
      SkipDistances skips,
      int rows,
      Input body,
      DecodeCounter counter,
      ErrorPlace place) {
    if (layout == Layout.AUTO) {
      throw new IllegalArgumentException("layout auto does not store rows");
    }
    if (rows < 1 || rows > ColumnOptions.MAX_BLOCK_ROWS) {
      throw new CorruptDataException(0, "a block of " + rows + " rows");
    }
    if (layout == Layout.DCSL && type.kind() != CifType.Kind.MAP) {
      throw new CorruptDataException(0, "layout dcsl for a column of type " + type);
    }
    if (skips == null && (layout == Layout.SKIPLIST || layout == Layout.DCSL)) {
      throw new CorruptDataException(0, "layout " + layout.text() + " without skip distances");
    }
    return new RowBlock(type, layout, skips, rows, body, counter, place);
  }

  private void load() {
    if (locator != null) {
      return;
    }
    RowSource bytes = layout == Layout.BLOCK ? decompress() : stored();
    RowCursor c = bytes.at(bytes.start);
    ValueDecoder d =
        layout == Layout.DCSL ? new DcslDecoder(type, bytes, c) : ValueDecoder.of(type);
    if (rows > c.end - c.position) {
      throw c.corrupt(rows + " rows in " + (c.end - c.position) + " bytes");
    }
    source = bytes;
    cursor = c;
    decoder = d;
    locator = new RowLocator(c, d, skips, rows);
  }

  private RowSource stored() {
    return new RowSource(body.array(), body.position(), body.end(), counter, place);
  }

  private RowSource decompress() {
    Input in = new Input(body.array(), body.position(), body.end());
    int codec = in.u8();
    int rawLength = in.count("the uncompressed length", Integer.MAX_VALUE - 64);
    byte[] raw = Codec.ofId(codec, in).decompress(in, rawLength);
    return new RowSource(raw, 0, rawLength, counter, place);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public void read(int row, int count, ColumnVector out) {
    Objects.checkFromIndexSize(row, count, rows);
    load();
    if (count == 0) {
      return;
    }
    try {
      locator.seek(row);
      decoder.prepare(cursor, out);
      int at = out.addSlots(count);
      for (int done = 0; done < count; ) {
        int n = locator.enter(count - done);
        decoder.readSlots(cursor, out, at + done, n);
        locator.advance(n);
        done += n;
      }
    } catch (CorruptDataException e) {
      locator.restart();
      throw e;
    }
  }

  @Override
  public Value value(int row) {
    Objects.checkIndex(row, rows);
    load();
    try {
      locator.seek(row);
      return decoder.markedValue(source, locator.rowPosition());
    } catch (CorruptDataException e) {
      locator.restart();
      throw e;
    }
  }

  @Override
  public void readKey(int row, int count, MapKey key, ColumnVector out) {
    Objects.checkFromIndexSize(row, count, rows);
    if (type.kind() != CifType.Kind.MAP) {
      throw new IllegalStateException("a column of type " + type + " has no keys");
    }
    AbstractValue.requireKey(type, key);
    load();
    if (count == 0) {
      return;
    }
    MapRows maps = (MapRows) decoder;
    if (!maps.mayHave(key)) {
      appendNulls(maps.values, out, count);
      counter.skipped += count;
      return;
    }
    try {
      locator.seek(row);
      maps.values.prepare(cursor, out);
      int at = out.addSlots(count);
      for (int done = 0; done < count; ) {
        int n = locator.enter(count - done);
        maps.readKeySlots(cursor, key, out, at + done, n);
        locator.advance(n);
        done += n;
      }
    } catch (CorruptDataException e) {
      locator.restart();
      throw e;
    }
  }

  private static void appendNulls(ValueDecoder values, ColumnVector out, int count) {
    int at = out.addSlots(count);
    for (int i = at; i < at + count; i++) {
      values.nullAt(out, i);
    }
  }
}
