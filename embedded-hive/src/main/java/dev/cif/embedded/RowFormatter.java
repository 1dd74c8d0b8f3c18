package dev.cif.embedded;

import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.serde2.FetchFormatter;
import org.apache.hadoop.hive.serde2.SerDeUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector.PrimitiveCategory;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/**
 * Turns a fetched row into an array of plain Java values. Hive creates it by name ({@code
 * list.sink.output.formatter}), hence public with a public constructor.
 */
public final class RowFormatter implements FetchFormatter<Object[]> {
  private static final Set<PrimitiveCategory> IMMUTABLE =
      EnumSet.of(
          PrimitiveCategory.BOOLEAN,
          PrimitiveCategory.BYTE,
          PrimitiveCategory.SHORT,
          PrimitiveCategory.INT,
          PrimitiveCategory.LONG,
          PrimitiveCategory.FLOAT,
          PrimitiveCategory.DOUBLE,
          PrimitiveCategory.STRING);

  /** Creates a formatter, for Hive's reflection. */
  public RowFormatter() {}

  @Override
  public void initialize(Configuration conf, Properties properties) {}

  @Override
  public Object[] convert(Object row, ObjectInspector inspector) {
    StructObjectInspector struct = (StructObjectInspector) inspector;
    List<? extends StructField> fields = struct.getAllStructFieldRefs();
    Object[] cells = new Object[fields.size()];
    for (int i = 0; i < cells.length; i++) {
      StructField field = fields.get(i);
      cells[i] = cell(struct.getStructFieldData(row, field), field.getFieldObjectInspector());
    }
    return cells;
  }

  private static Object cell(Object value, ObjectInspector inspector) {
    if (value == null) {
      return null;
    }
    if (!(inspector instanceof PrimitiveObjectInspector primitive)) {
      return SerDeUtils.getJSONString(value, inspector);
    }
    Object plain = primitive.getPrimitiveJavaObject(value);
    if (plain instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue().setScale(primitive.scale());
    }
    if (plain instanceof HiveChar padded) {
      return padded.getPaddedValue();
    }
    if (plain instanceof HiveVarchar varchar) {
      return varchar.getValue();
    }
    if (plain instanceof byte[] bytes) {
      return bytes.clone();
    }
    // Hive reuses the Date, Timestamp or TimestampTZ object for the next row.
    return IMMUTABLE.contains(primitive.getPrimitiveCategory()) ? plain : plain.toString();
  }

  @Override
  public void close() {}
}
