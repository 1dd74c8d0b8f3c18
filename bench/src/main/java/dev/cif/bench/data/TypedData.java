package dev.cif.bench.data;

import dev.cif.bench.report.Progress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * Records of the paper's appendix B.1: 1000 bytes, of which a part is values of a type and the rest
 * one byte array. All values are random over their whole range, so that no encoding shrinks them;
 * keys are four letters.
 *
 * <p>In the plain file records follow each other without separators. A record is its values and the
 * rest, numbers big-endian:
 *
 * <ul>
 *   <li>an integer: 4 bytes
 *   <li>a double: 8 bytes, IEEE 754
 *   <li>a map: four times the key's length (2 bytes), the key, and the value, an integer of 4 bytes
 * </ul>
 *
 * <p>A scan's answer is the sum, modulo 2^64, of {@link #ofRecord} over the records. Its first
 * argument is the sum of the values for integers, and the bits of the sum, added in order, for
 * doubles. It is the sum of {@link #ofEntry} over the entries for maps, and 0 without values.
 */
public final class TypedData extends RecordData {
  public static final int RECORD_BYTES = 1000;
  public static final int ENTRIES = 4;
  private static final int KEY_LENGTH = 4;
  private static final int WHOLE = 100;

  /** Type of a record's values. */
  public enum Type {
    INTEGERS(Integer.BYTES),
    DOUBLES(Double.BYTES),
    MAPS(ENTRIES * (Short.BYTES + KEY_LENGTH + Integer.BYTES));

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    private Schema schema() {
      return switch (this) {
        case INTEGERS -> Schema.create(Schema.Type.INT);
        case DOUBLES -> Schema.create(Schema.Type.DOUBLE);
        case MAPS -> Schema.createMap(Schema.create(Schema.Type.INT));
      };
    }

    /** Returns the name that options, tables and the C++ program use. */
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Type type;
  private final int values;

  /**
   * Creates records of a kind.
   *
   * @param percent share of a record that is values, 0 to 100; rounded down to whole values
   */
  public TypedData(Type type, int percent) {
    super("figure8-" + type.lowerCase() + "-" + percent, schemaOf(type));
    this.type = type;
    this.values = RECORD_BYTES * percent / WHOLE / type.bytes;
  }

  private static Schema schemaOf(Type type) {
    return SchemaBuilder.record("Typed")
        .fields()
        .name("values")
        .type(Schema.createArray(type.schema()))
        .noDefault()
        .requiredBytes("rest")
        .endRecord();
  }

  public Type type() {
    return type;
  }

  /** Returns the number of values of a record. */
  public int values() {
    return values;
  }

  /** Returns the number of bytes of a record of the plain file that are not values. */
  public int restBytes() {
    return RECORD_BYTES - values * type.bytes;
  }

  @Override
  void fill(GenericRecord row, SplittableRandom random) {
    List<Object> typed = new ArrayList<>(values);
    for (int i = 0; i < values; i++) {
      typed.add(
          switch (type) {
            case INTEGERS -> random.nextInt();
            case DOUBLES -> random.nextDouble();
            case MAPS -> map(random);
          });
    }
    byte[] rest = new byte[restBytes()];
    random.nextBytes(rest);
    row.put(0, typed);
    row.put(1, ByteBuffer.wrap(rest));
  }

  private static Map<Utf8, Integer> map(SplittableRandom random) {
    Map<Utf8, Integer> map = new LinkedHashMap<>();
    while (map.size() < ENTRIES) {
      map.put(new Utf8(letters(random, KEY_LENGTH, 'a', 'z')), random.nextInt());
    }
    return map;
  }

  /** Writes the plain file. */
  public void writePlain(Path file, long count, Progress progress) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    Rows rows = rows();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (long row = 0; row < count; row++) {
        GenericRecord next = rows.next();
        record.clear();
        ((List<?>) next.get(0)).forEach(value -> put(record, value));
        record.put((ByteBuffer) next.get(1));
        out.write(record.array());
        progress.at(row);
      }
    }
    progress.done();
  }

  private static void put(ByteBuffer record, Object value) {
    if (value instanceof Integer number) {
      record.putInt(number);
    } else if (value instanceof Double number) {
      record.putDouble(number);
    } else {
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        Utf8 key = (Utf8) entry.getKey();
        record.putShort((short) key.getByteLength());
        record.put(key.getBytes(), 0, key.getByteLength());
        record.putInt((Integer) entry.getValue());
      }
    }
  }

  /** Returns a scan's number for an entry of a map. */
  static long ofEntry(Utf8 key, int value) {
    long hash = 0;
    byte[] bytes = key.getBytes();
    for (int i = 0; i < key.getByteLength(); i++) {
      hash = hash * 31 + (bytes[i] & 0xff);
    }
    return hash * value;
  }

  /** Returns the same number for a String key; keys are of ASCII letters. */
  private static long ofEntry(String key, int value) {
    long hash = 0;
    for (int i = 0; i < key.length(); i++) {
      hash = hash * 31 + key.charAt(i);
    }
    return hash * value;
  }

  /** Returns a scan's number for a map, whose keys are Utf8 or String. */
  public static long ofMap(Map<?, ?> map) {
    long sum = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      int value = (Integer) entry.getValue();
      sum +=
          entry.getKey() instanceof Utf8 key
              ? ofEntry(key, value)
              : ofEntry((String) entry.getKey(), value);
    }
    return sum;
  }

  /**
   * Returns a scan's number for a record.
   *
   * @param typed number for the record's values
   */
  public static long ofRecord(long typed, byte[] bytes, int from, int length) {
    long sum = typed * 31 + length;
    return length == 0 ? sum : sum + (bytes[from] & 0xff) + (bytes[from + length - 1] & 0xff);
  }
}
