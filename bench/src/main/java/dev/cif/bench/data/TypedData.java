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
 * The records of the paper's appendix B.1: 1000 bytes, of which a part is values of a type and the
 * rest one byte array. All are random over their whole range, so that no encoding makes them
 * smaller; keys are four letters.
 *
 * <p>In the plain file records follow each other without anything between; a record is its values
 * and the rest, numbers big-endian:
 *
 * <ul>
 *   <li>an integer: 4 bytes
 *   <li>a double: 8 bytes, IEEE 754
 *   <li>a map: four times the key's length (2 bytes), the key, and the value, an integer of 4 bytes
 * </ul>
 *
 * <p>A scan's answer is the sum, modulo 2^64, of what {@link #ofRecord} gives for each record. What
 * it takes for the values is, of integers, their sum; of doubles, the bits of their sum, added in
 * their order; of maps, the sum of {@link #ofEntry} over the entries; of no values, 0.
 */
public final class TypedData extends RecordData {
  public static final int RECORD_BYTES = 1000;
  public static final int ENTRIES = 4;
  private static final int KEY_LENGTH = 4;
  private static final int WHOLE = 100;

  /** What a record's values are. */
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

    /** As options, tables and the C++ program have it. */
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Type type;
  private final int values;

  /**
   * Records of a kind.
   *
   * @param percent how much of a record is values, 0 to 100; as near below as whole values allow
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

  /** How many values a record has. */
  public int values() {
    return values;
  }

  /** How many bytes of a record of the plain file are not values. */
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

  /** What a scan makes of an entry of a map. */
  static long ofEntry(Utf8 key, int value) {
    long hash = 0;
    byte[] bytes = key.getBytes();
    for (int i = 0; i < key.getByteLength(); i++) {
      hash = hash * 31 + (bytes[i] & 0xff);
    }
    return hash * value;
  }

  /** The same; keys are of ASCII letters. */
  private static long ofEntry(String key, int value) {
    long hash = 0;
    for (int i = 0; i < key.length(); i++) {
      hash = hash * 31 + key.charAt(i);
    }
    return hash * value;
  }

  /** What a scan makes of a map, whose keys are Utf8 or String. */
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
   * What a scan makes of a record.
   *
   * @param typed what it made of the values
   */
  public static long ofRecord(long typed, byte[] bytes, int from, int length) {
    long sum = typed * 31 + length;
    return length == 0 ? sum : sum + (bytes[from] & 0xff) + (bytes[from + length - 1] & 0xff);
  }
}
