package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.join.HiveBucketing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.junit.jupiter.api.Test;

/** Rows belong to the buckets that Hive's own code says, by both of its functions. */
class HiveBucketingTest {
  private static final List<CifType.Kind> KINDS =
      List.of(
          CifType.Kind.TINYINT,
          CifType.Kind.SMALLINT,
          CifType.Kind.INT,
          CifType.Kind.BIGINT,
          CifType.Kind.DATE,
          CifType.Kind.STRING,
          CifType.Kind.VARCHAR);

  private final Random random = new Random(19);

  /** A value as jobs have it, and as Hive has it. */
  private record Key(Object ours, Object hives) {}

  private Key key(CifType.Kind kind) {
    long number = random.nextLong() >> random.nextInt(Long.SIZE);
    if (random.nextInt(20) == 0) {
      return new Key(null, null);
    }
    return switch (kind) {
      case TINYINT -> new Key((long) (byte) number, (byte) number);
      case SMALLINT -> new Key((long) (short) number, (short) number);
      case INT -> new Key((long) (int) number, (int) number);
      case BIGINT -> new Key(number, number);
      case DATE -> new Key(number % 100_000, Date.ofEpochDay((int) (number % 100_000)));
      case STRING -> {
        String text = text();
        yield new Key(new Utf8(text), text);
      }
      default -> {
        String text = text();
        yield new Key(new Utf8(text), new HiveVarchar(text, 100));
      }
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      text.appendCodePoint(random.nextInt(3) == 0 ? 0x1F600 + n : ' ' + random.nextInt(500));
    }
    return text.toString();
  }

  private static ObjectInspector inspector(CifType.Kind kind) {
    return PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(
        switch (kind) {
          case TINYINT -> TypeInfoFactory.byteTypeInfo;
          case SMALLINT -> TypeInfoFactory.shortTypeInfo;
          case INT -> TypeInfoFactory.intTypeInfo;
          case BIGINT -> TypeInfoFactory.longTypeInfo;
          case DATE -> TypeInfoFactory.dateTypeInfo;
          case STRING -> TypeInfoFactory.stringTypeInfo;
          default -> TypeInfoFactory.getVarcharTypeInfo(100);
        });
  }

  @Test
  @SuppressWarnings("deprecation") // Hive's name of version 1.
  void bucket_isThatOfHive() {
    for (int round = 0; round < 5000; round++) {
      List<CifType.Kind> kinds = new ArrayList<>();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        kinds.add(KINDS.get(random.nextInt(KINDS.size())));
      }
      List<Key> keys = kinds.stream().map(this::key).toList();
      List<Object> ours = Arrays.asList(keys.stream().map(Key::ours).toArray());
      Object[] hives = keys.stream().map(Key::hives).toArray();
      ObjectInspector[] types =
          kinds.stream().map(HiveBucketingTest::inspector).toArray(ObjectInspector[]::new);
      int buckets = 1 + random.nextInt(1000);
      assertEquals(
          ObjectInspectorUtils.getBucketNumber(hives, types, buckets),
          new HiveBucketing(2, kinds).bucket(ours, buckets),
          () -> "version 2: " + kinds + keys);
      assertEquals(
          ObjectInspectorUtils.getBucketNumberOld(hives, types, buckets),
          new HiveBucketing(1, kinds).bucket(ours, buckets),
          () -> "version 1: " + kinds + keys);
    }
  }
}
