package dev.cif.hive.update;

import dev.cif.hive.serde.CifRowToWrite;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters.Converter;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Gives some values of a query's rows the types of a table's columns. Hive leaves out casts that it
 * takes for redundant, so a text may come without a length, or with another one. Not thread-safe.
 */
final class RowConverter {
  private final List<TypeInfo> types;

  /** Position of the first value in a row. */
  private final int first;

  private final List<ObjectInspector> inspectors = new ArrayList<>();
  private StructObjectInspector rows;
  private List<? extends StructField> fields;
  private Converter[] converters;

  RowConverter(List<TypeInfo> types, int first) {
    this.types = types;
    this.first = first;
  }

  /** Returns true if a column takes values of a type. */
  static boolean takes(TypeInfo value, TypeInfo column) {
    if (value instanceof PrimitiveTypeInfo given && column instanceof PrimitiveTypeInfo taken) {
      return PrimitiveObjectInspectorUtils.getPrimitiveGrouping(given.getPrimitiveCategory())
          == PrimitiveObjectInspectorUtils.getPrimitiveGrouping(taken.getPrimitiveCategory());
    }
    return value.equals(column);
  }

  /**
   * Looks at a row. Returns true if its values have other inspectors than those of the row before.
   */
  boolean look(CifRowToWrite row) {
    if (row.inspector() == rows) {
      return false;
    }
    rows = row.inspector();
    fields = rows.getAllStructFieldRefs();
    converters = new Converter[types.size()];
    inspectors.clear();
    for (int i = 0; i < converters.length; i++) {
      ObjectInspector given = fields.get(i + first).getFieldObjectInspector();
      ObjectInspector taken = given;
      boolean isOther = !TypeInfoUtils.getTypeInfoFromObjectInspector(given).equals(types.get(i));
      if (isOther && types.get(i) instanceof PrimitiveTypeInfo type) {
        taken = PrimitiveObjectInspectorFactory.getPrimitiveWritableObjectInspector(type);
      }
      converters[i] = ObjectInspectorConverters.getConverter(given, taken);
      inspectors.add(taken);
    }
    return true;
  }

  /** Returns the inspectors of the values. */
  List<ObjectInspector> inspectors() {
    return inspectors;
  }

  /** Returns a value of a row that was looked at. */
  Object value(CifRowToWrite row, int i) {
    return converters[i].convert(rows.getStructFieldData(row.row(), fields.get(i + first)));
  }
}
