package dev.cif.bench.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * Rows of six strings, six integers and a map, as a {@link Row} that is cheap to fill, or as Avro's
 * record.
 */
public abstract class RowData extends GeneratedData {
  private final boolean textMap;

  RowData(String name, long seed, boolean textMap) {
    super(name, schemaOf(textMap), seed);
    this.textMap = textMap;
  }

  /** Returns the data set that {@code --data} names. */
  public static RowData named(String name, long seed) {
    return switch (name) {
      case "synthetic" -> SyntheticData.readable(seed);
      case "crawl" -> new Headers(seed);
      default ->
          throw new IllegalArgumentException(
              "no data set is called '" + name + "': give synthetic or crawl");
    };
  }

  private static Schema schemaOf(boolean textMap) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Row").fields();
    for (int c = 0; c < Row.MAP_COLUMN; c++) {
      String name = Row.columnName(c);
      fields = c < Row.STRINGS ? fields.requiredString(name) : fields.requiredInt(name);
    }
    return fields
        .name(Row.columnName(Row.MAP_COLUMN))
        .type(Schema.createMap(Schema.create(textMap ? Schema.Type.STRING : Schema.Type.INT)))
        .noDefault()
        .endRecord();
  }

  /** Returns a key for look-ups that at least the first row has. */
  public abstract String lookupKey();

  /** Sets the fields of a row. */
  abstract void fill(Row row, SplittableRandom random);

  /** Starts again at the first row; every generator gives the same rows. */
  public final Generator open() {
    SplittableRandom random = random();
    return row -> fill(row, random);
  }

  /** Generator that fills one row after another. */
  public interface Generator {
    void next(Row row);
  }

  @Override
  final Runnable filling(GenericRecord record) {
    Generator generator = open();
    Row row = new Row();
    Map<Utf8, Object> map = new LinkedHashMap<>();
    record.put(Row.MAP_COLUMN, map);
    return () -> {
      generator.next(row);
      copy(row, record, map);
    };
  }

  private void copy(Row row, GenericRecord record, Map<Utf8, Object> map) {
    for (int c = 0; c < Row.STRINGS; c++) {
      record.put(c, row.strings[c].utf8());
    }
    for (int i = 0; i < Row.INTS; i++) {
      record.put(Row.STRINGS + i, row.ints[i]);
    }
    map.clear();
    for (int e = 0; e < row.entries; e++) {
      map.put(row.keys[e].utf8(), textMap ? row.texts[e].utf8() : (Object) row.values[e]);
    }
  }

  /** Returns a number from 0 to {@code bound}, exclusive. */
  static int below(SplittableRandom random, int bound) {
    return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
  }

  /** Fills a slice with random letters out of the {@code count} letters from {@code low} on. */
  static void letters(SplittableRandom random, Slice slice, int length, char low, int count) {
    slice.ensure(length);
    slice.length = length;
    byte[] bytes = slice.bytes;
    long bits = 0;
    for (int i = 0; i < length; i++) {
      if ((i & 3) == 0) {
        bits = random.nextLong();
      }
      bytes[i] = (byte) (low + (((bits & 0xffff) * count) >>> 16));
      bits >>>= 16;
    }
  }
}
