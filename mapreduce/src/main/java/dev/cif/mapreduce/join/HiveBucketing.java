package dev.cif.mapreduce.join;

import dev.cif.format.schema.CifType;
import java.util.List;
import org.apache.avro.util.Utf8;

/**
 * Functions by which Hive assigns rows to buckets. Version 2 is that of tables which Hive 3 and
 * later create, version 1 that of older ones; Hive shows a table's version as {@code
 * bucketing_version}. A job whose output is to be joined with a table of Hive's can partition by
 * it. Immutable.
 */
public final class HiveBucketing implements BucketTables.BucketFunction {
  /** Seed of Hive's MurmurHash3. */
  private static final int SEED = 104729;

  private final int version;
  private final CifType.Kind[] keys;

  /**
   * Creates the function of a version.
   *
   * @param version 1 or 2
   * @param keys types of the keys: integers, date, string, varchar
   */
  public HiveBucketing(int version, List<CifType.Kind> keys) {
    if (version != 1 && version != 2) {
      throw new IllegalArgumentException("Hive has no bucketing version " + version);
    }
    this.version = version;
    this.keys = keys.toArray(new CifType.Kind[0]);
    keys.forEach(HiveBucketing::expectKey);
  }

  private static void expectKey(CifType.Kind type) {
    if (!canBeKey(type)) {
      throw new IllegalArgumentException("no bucket function for keys of type " + type);
    }
  }

  /** Returns true if there is a bucket function for keys of a type. */
  static boolean canBeKey(CifType.Kind type) {
    return switch (type) {
      case TINYINT, SMALLINT, INT, BIGINT, DATE, STRING, VARCHAR -> true;
      case BOOLEAN, FLOAT, DOUBLE, DECIMAL, CHAR, BINARY, TIMESTAMP, TIMESTAMP_LTZ -> false;
      case ARRAY, MAP, STRUCT, UNION -> false;
    };
  }

  @Override
  public int bucket(List<Object> values, int buckets) {
    int hash = 0;
    for (int i = 0; i < keys.length; i++) {
      hash = 31 * hash + hash(keys[i], values.get(i));
    }
    return (hash & Integer.MAX_VALUE) % buckets;
  }

  private int hash(CifType.Kind type, Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Utf8 text) {
      return version == 2
          ? murmur(text.getBytes(), text.getByteLength())
          : sum(text, type == CifType.Kind.VARCHAR ? 1 : 0);
    }
    long number = (Long) value;
    if (version == 1) {
      return type == CifType.Kind.BIGINT ? Long.hashCode(number) : (int) number;
    }
    return switch (type) {
      case TINYINT -> (int) number;
      case SMALLINT -> murmur(bigEndian(number, Short.BYTES), Short.BYTES);
      case BIGINT -> murmur(bigEndian(number, Long.BYTES), Long.BYTES);
      case INT, DATE -> murmur(bigEndian(number, Integer.BYTES), Integer.BYTES);
      case BOOLEAN, FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR -> throw new AssertionError(type);
      case BINARY, TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP, STRUCT -> throw new AssertionError(type);
      case UNION -> throw new AssertionError(type);
    };
  }

  /** Returns Java's hash of a string whose characters were these bytes. */
  private static int sum(Utf8 text, int first) {
    byte[] bytes = text.getBytes();
    int hash = first;
    for (int i = 0; i < text.getByteLength(); i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  private static byte[] bigEndian(long number, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (number >>> (8 * (length - 1 - i)));
    }
    return bytes;
  }

  /** Returns the 32-bit MurmurHash3; as in Hive, the bytes after the last full four are signed. */
  private static int murmur(byte[] bytes, int length) {
    int hash = SEED;
    int whole = length & ~3;
    for (int i = 0; i < whole; i += 4) {
      int four =
          (bytes[i] & 0xff)
              | ((bytes[i + 1] & 0xff) << 8)
              | ((bytes[i + 2] & 0xff) << 16)
              | (bytes[i + 3] << 24);
      hash = Integer.rotateLeft(hash ^ scramble(four), 13) * 5 + 0xe6546b64;
    }
    int rest = 0;
    for (int i = length - 1; i >= whole; i--) {
      rest ^= bytes[i] << (8 * (i - whole));
    }
    hash ^= scramble(rest) ^ length;
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }

  private static int scramble(int four) {
    return Integer.rotateLeft(four * 0xcc9e2d51, 15) * 0x1b873593;
  }
}
