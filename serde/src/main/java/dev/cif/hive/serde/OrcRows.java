package dev.cif.hive.serde;

import java.util.List;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Rows of ORC partitions in a CIF table. ORC's reader returns them with the table's columns and
 * types. Hive therefore takes them for the table's rows, and converts nothing.
 */
final class OrcRows {
  private final CifRowInspector table;
  private final StructObjectInspector rows;
  private final List<? extends StructField> fields;

  OrcRows(CifRowInspector table) {
    this.table = table;
    this.rows =
        (StructObjectInspector)
            OrcStruct.createObjectInspector(TypeInfoUtils.getTypeInfoFromObjectInspector(table));
    this.fields = rows.getAllStructFieldRefs();
  }

  /**
   * Returns a field in the form of the table's inspector. A converter keeps its last object, so
   * each call creates a new one.
   */
  Object field(Object row, int i) {
    ObjectInspector from = fields.get(i).getFieldObjectInspector();
    return ObjectInspectorConverters.getConverter(from, table.column(i))
        .convert(rows.getStructFieldData(row, fields.get(i)));
  }
}
