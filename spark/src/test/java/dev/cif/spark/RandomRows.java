package dev.cif.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Rows of random values of all types, NULLs and odd ones among them. */
final class RandomRows {
  /** Columns of all types that both Spark and CIF have. */
  static final StructType ALL =
      StructType.fromDDL(
          "id INT, bool BOOLEAN, tiny TINYINT, small SMALLINT, num INT, big BIGINT, f FLOAT,"
              + " d DOUBLE, dec DECIMAL(9,2), wide DECIMAL(38,10), s STRING, bin BINARY, day DATE,"
              + " ts TIMESTAMP, wall TIMESTAMP_NTZ, list ARRAY<INT>, texts ARRAY<STRING>,"
              + " m MAP<STRING,BIGINT>, st STRUCT<a:INT,b:STRING,c:STRUCT<x:DOUBLE,y:DATE>>,"
              + " deep ARRAY<STRUCT<k:STRING,v:MAP<INT,ARRAY<TIMESTAMP_NTZ>>>>");

  private final Random random;

  RandomRows(long seed) {
    random = new Random(seed);
  }

  /** Returns rows of a schema; column {@code id} numbers them. */
  Dataset<Row> data(SparkSession spark, StructType schema, int rows) {
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      Object[] values = new Object[schema.fields().length];
      for (int k = 0; k < values.length; k++) {
        StructField field = schema.fields()[k];
        values[k] = field.name().equals("id") ? i : value(field.dataType(), i);
      }
      all.add(RowFactory.create(values));
    }
    return spark.createDataFrame(all, schema);
  }

  private Object value(DataType type, int row) {
    return random.nextInt(7) == 0 ? null : present(type, row);
  }

  private Object present(DataType type, int row) {
    if (type instanceof ArrayType array) {
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        list.add(value(array.elementType(), row));
      }
      return list;
    }
    if (type instanceof MapType map) {
      Map<Object, Object> entries = new HashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        entries.put(present(map.keyType(), row), value(map.valueType(), row));
      }
      return entries;
    }
    if (type instanceof StructType struct) {
      Object[] fields = new Object[struct.fields().length];
      for (int k = 0; k < fields.length; k++) {
        fields[k] = value(struct.fields()[k].dataType(), row);
      }
      return RowFactory.create(fields);
    }
    return primitive(type, row);
  }

  private Object primitive(DataType type, int row) {
    if (type instanceof DecimalType decimal) {
      BigInteger limit = BigInteger.TEN.pow(decimal.precision());
      int bits = random.nextBoolean() ? 12 : limit.bitLength();
      BigInteger n = new BigInteger(bits, random).mod(limit);
      return new BigDecimal(random.nextBoolean() ? n : n.negate(), decimal.scale());
    } else if (type.equals(DataTypes.BooleanType)) {
      return random.nextBoolean();
    } else if (type.equals(DataTypes.ByteType)) {
      return (byte) random.nextInt();
    } else if (type.equals(DataTypes.ShortType)) {
      return (short) (random.nextInt(40) - 20);
    } else if (type.equals(DataTypes.IntegerType)) {
      // Ascending but for a few, so that blocks have bounds of their own.
      return random.nextInt(20) == 0 ? random.nextInt() : row / 10;
    } else if (type.equals(DataTypes.LongType)) {
      return random.nextLong() >> random.nextInt(64);
    } else if (type.equals(DataTypes.FloatType)) {
      return (float) floating();
    } else if (type.equals(DataTypes.DoubleType)) {
      return floating();
    } else if (type.equals(DataTypes.StringType)) {
      return text();
    } else if (type.equals(DataTypes.BinaryType)) {
      byte[] bytes = new byte[random.nextInt(5)];
      random.nextBytes(bytes);
      return bytes;
    } else if (type.equals(DataTypes.DateType)) {
      return java.sql.Date.valueOf(LocalDate.of(1990 + random.nextInt(60), 3, 1));
    }
    long seconds = random.nextInt(2_000_000_000) - 500_000_000L;
    int nanos = random.nextInt(3) == 0 ? 0 : random.nextInt(1_000_000) * 1000;
    return type.equals(DataTypes.TimestampType)
        ? Timestamp.from(Instant.ofEpochSecond(seconds, nanos))
        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }

  private double floating() {
    double[] odd = {Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    return random.nextInt(6) == 0
        ? odd[random.nextInt(odd.length)]
        : (float) (random.nextInt(2000) - 1000) / 8;
  }

  private String text() {
    String[] words = {"", "a", "ab", "ab%c", "a_b", "b\\", "zz ", "\u00e4\u00f6", "\ud83d\ude00 x"};
    return words[random.nextInt(words.length)] + (random.nextBoolean() ? "" : random.nextInt(50));
  }
}
