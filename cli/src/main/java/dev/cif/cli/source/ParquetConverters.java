package dev.cif.cli.source;

import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.RangeVector;
import dev.cif.format.vector.StructVector;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Converters that append the values of Parquet's record assembly to vectors. */
final class ParquetConverters {
  private ParquetConverters() {}

  /** Returns a converter for a field that is not repeated. */
  static Converter of(Type type, ColumnVector out) {
    return of(type, out, () -> {});
  }

  /**
   * Returns a converter for a repeated field outside LIST and MAP: each value is an element of a
   * list.
   */
  static Converter repeated(Type type, ListVector list) {
    return of(type, list.elements(), () -> lengthen(list));
  }

  private static void lengthen(RangeVector range) {
    range.lengths[range.size() - 1]++;
  }

  /**
   * Returns a converter for one value.
   *
   * @param after task to run after each value
   */
  private static Converter of(Type type, ColumnVector out, Runnable after) {
    if (type.isPrimitive()) {
      return new ParquetScalar(type.asPrimitiveType(), out, after);
    }
    GroupType group = type.asGroupType();
    if (ParquetTypes.isList(group)) {
      return new ListConverter(group, (ListVector) out, after);
    }
    if (ParquetTypes.isMap(group)) {
      return new MapConverter(group, (MapVector) out, after);
    }
    return new StructConverter(group, (StructVector) out, after);
  }

  private static final class StructConverter extends GroupConverter {
    private final StructVector out;
    private final ParquetFields fields;
    private final Runnable after;

    StructConverter(GroupType group, StructVector out, Runnable after) {
      this.out = out;
      this.after = after;
      ColumnVector[] vectors = new ColumnVector[out.fieldCount()];
      for (int k = 0; k < vectors.length; k++) {
        vectors[k] = out.field(k);
      }
      this.fields = new ParquetFields(group, vectors);
    }

    @Override
    public Converter getConverter(int field) {
      return fields.converter(field);
    }

    @Override
    public void start() {
      out.append();
      fields.begin();
    }

    @Override
    public void end() {
      fields.fill(out.size());
      after.run();
    }
  }

  /**
   * Converter of a LIST group: its one child repeats, as the element itself or as a group around
   * it.
   */
  private static final class ListConverter extends GroupConverter {
    private final ListVector out;
    private final Converter element;
    private final Runnable after;

    ListConverter(GroupType group, ListVector out, Runnable after) {
      this.out = out;
      this.after = after;
      Type repeated = group.getType(0);
      this.element =
          ParquetTypes.isElement(repeated, group.getName())
              ? of(repeated, out.elements(), () -> lengthen(out))
              : new EntryConverter(
                  out, new Type[] {repeated.asGroupType().getType(0)}, out.elements());
    }

    @Override
    public Converter getConverter(int field) {
      return element;
    }

    @Override
    public void start() {
      out.append(0);
    }

    @Override
    public void end() {
      after.run();
    }
  }

  private static final class MapConverter extends GroupConverter {
    private final MapVector out;
    private final Converter entry;
    private final Runnable after;

    MapConverter(GroupType group, MapVector out, Runnable after) {
      this.out = out;
      this.after = after;
      GroupType pair = group.getType(0).asGroupType();
      Type[] types = {pair.getType(0), pair.getType(1)};
      this.entry = new EntryConverter(out, types, out.keys(), out.values());
    }

    @Override
    public Converter getConverter(int field) {
      return entry;
    }

    @Override
    public void start() {
      out.append(0);
    }

    @Override
    public void end() {
      after.run();
    }
  }

  /**
   * Converter of the repeated group of a list or map: an element, or a key and a value, each time.
   */
  private static final class EntryConverter extends GroupConverter {
    private final RangeVector range;
    private final ColumnVector[] parts;
    private final Converter[] converters;

    EntryConverter(RangeVector range, Type[] types, ColumnVector... parts) {
      this.range = range;
      this.parts = parts;
      this.converters = new Converter[parts.length];
      for (int k = 0; k < parts.length; k++) {
        converters[k] = of(types[k], parts[k]);
      }
    }

    @Override
    public Converter getConverter(int field) {
      return converters[field];
    }

    @Override
    public void start() {}

    @Override
    public void end() {
      lengthen(range);
      int last = range.size() - 1;
      for (ColumnVector part : parts) {
        if (part.size() < range.starts[last] + range.lengths[last]) {
          part.appendNull();
        }
      }
    }
  }
}
