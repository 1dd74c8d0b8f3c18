package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;

/**
 * Decodes values of one type, FORMAT.md section 7.1: {@code value(T)} with its marker, and {@code
 * content(T)} without. There is one object per node of the type, so that the class is decided once
 * per column. Stateless, except {@link DcslDecoder}.
 */
abstract class ValueDecoder {
  private final CifType type;

  ValueDecoder(CifType type) {
    this.type = type;
  }

  static ValueDecoder of(CifType type) {
    return switch (type.physical()) {
      case INT ->
          type.kind() == CifType.Kind.BOOLEAN ? new BooleanDecoder(type) : new LongDecoder(type);
      case FLOAT, DOUBLE -> new DoubleDecoder(type);
      case DECIMAL -> new DecimalDecoder(type);
      case BYTES -> new BytesDecoder(type);
      case TIMESTAMP -> new TimestampDecoder(type);
      case LIST -> new ListDecoder(type);
      case MAP -> new MapDecoder(type);
      case STRUCT -> new StructDecoder(type);
      case UNION -> new UnionDecoder(type);
    };
  }

  final CifType type() {
    return type;
  }

  /** Appends {@code count} values with their markers. */
  final void read(RowCursor c, int count, ColumnVector out) {
    prepare(c, out);
    int at = out.addSlots(count);
    readSlots(c, out, at, count);
  }

  /** Appends one value that has no marker. */
  final void readContent(RowCursor c, ColumnVector out) {
    prepare(c, out);
    int at = out.addSlots(1);
    readContentAt(c, out, at);
  }

  /**
   * Prepares a vector. Call it before slots are added that this decoder will fill from the cursor.
   */
  void prepare(RowCursor c, ColumnVector out) {}

  /** Reads values with their markers into slots {@code at} to {@code at + count - 1}, in order. */
  abstract void readSlots(RowCursor c, ColumnVector out, int at, int count);

  /** Reads one value without a marker into a slot; slots are filled in ascending order. */
  abstract void readContentAt(RowCursor c, ColumnVector out, int at);

  /** Makes a slot NULL; slots are filled in ascending order. */
  void nullAt(ColumnVector out, int at) {
    out.setNull(at);
  }

  /** Passes over one value without a marker. */
  abstract void skipContent(RowCursor c);

  /** Passes over values without markers. */
  void skipContents(RowCursor c, int count) {
    for (int i = 0; i < count; i++) {
      skipContent(c);
    }
  }

  /** Passes over values with their markers. */
  void skip(RowCursor c, int count) {
    for (int i = 0; i < count; i++) {
      if (c.present()) {
        skipContent(c);
      }
    }
  }

  /** Returns the minimum size in bytes of a value without its marker. */
  int leastContent() {
    return 1;
  }

  /** Returns the Value whose content is at a position. */
  Value value(RowSource source, int position) {
    return new RowValue(source, this, position);
  }

  /** Returns the Value whose marker is at a position. */
  final Value markedValue(RowSource source, int position) {
    RowCursor c = source.at(position);
    return c.present() ? value(source, c.position) : new NullValue(type);
  }
}
