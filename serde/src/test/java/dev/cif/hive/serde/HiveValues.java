package dev.cif.hive.serde;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.StandardUnionObjectInspector.StandardUnion;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.VarcharTypeInfo;

/** Random values in Hive's standard Java form. */
final class HiveValues {
  private final Random random;

  HiveValues(long seed) {
    random = new Random(seed);
  }

  /** A value of the type; NULL one time in five. */
  Object value(TypeInfo type) {
    return random.nextInt(5) == 0 ? null : present(type);
  }

  private Object present(TypeInfo type) {
    switch (type.getCategory()) {
      case PRIMITIVE:
        return primitive((PrimitiveTypeInfo) type);
      case LIST:
        List<Object> list = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
          list.add(value(((ListTypeInfo) type).getListElementTypeInfo()));
        }
        return list;
      case MAP:
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int n = random.nextInt(4); n > 0; n--) {
          map.put(
              present(((MapTypeInfo) type).getMapKeyTypeInfo()),
              value(((MapTypeInfo) type).getMapValueTypeInfo()));
        }
        return map;
      case STRUCT:
        List<Object> struct = new ArrayList<>();
        for (TypeInfo field : ((StructTypeInfo) type).getAllStructFieldTypeInfos()) {
          struct.add(value(field));
        }
        return struct;
      default:
        List<TypeInfo> branches = ((UnionTypeInfo) type).getAllUnionObjectTypeInfos();
        int tag = random.nextInt(branches.size());
        return new StandardUnion((byte) tag, value(branches.get(tag)));
    }
  }

  private Object primitive(PrimitiveTypeInfo type) {
    switch (type.getPrimitiveCategory()) {
      case BOOLEAN:
        return random.nextBoolean();
      case BYTE:
        return (byte) random.nextInt();
      case SHORT:
        return (short) random.nextInt();
      case INT:
        return random.nextInt();
      case LONG:
        return random.nextLong();
      case FLOAT:
        return (float) random.nextGaussian();
      case DOUBLE:
        return random.nextGaussian();
      case DATE:
        return Date.ofEpochDay(random.nextInt(2_000_000) - 1_000_000);
      case TIMESTAMP:
        return Timestamp.ofEpochSecond(
            random.nextInt() * 10L, random.nextInt(1_000_000_000), ZoneOffset.UTC);
      case TIMESTAMPLOCALTZ:
        return new TimestampTZ(
            random.nextInt() * 10L, random.nextInt(1_000_000_000), ZoneOffset.UTC);
      case DECIMAL:
        DecimalTypeInfo decimal = (DecimalTypeInfo) type;
        BigInteger limit = BigInteger.TEN.pow(decimal.precision());
        BigInteger digits = new BigInteger(limit.bitLength() + 8, random).mod(limit);
        return HiveDecimal.create(
            new BigDecimal(random.nextBoolean() ? digits : digits.negate(), decimal.scale()));
      case CHAR:
        return new HiveChar(text(), ((CharTypeInfo) type).getLength());
      case VARCHAR:
        return new HiveVarchar(text(), ((VarcharTypeInfo) type).getLength());
      case BINARY:
        byte[] bytes = new byte[random.nextInt(9)];
        random.nextBytes(bytes);
        return bytes;
      default:
        return text();
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(7); n > 0; n--) {
      text.appendCodePoint(random.nextInt(20) == 0 ? 0x1F600 : 'a' + random.nextInt(26));
    }
    return text.toString();
  }
}
