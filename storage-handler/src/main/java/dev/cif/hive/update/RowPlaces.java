package dev.cif.hive.update;

import dev.cif.hive.serde.CifRowToWrite;
import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;

/** The first columns of the query that a {@link RowStatement} becomes. Not thread-safe. */
final class RowPlaces {
  private StructObjectInspector inspector;
  private List<? extends StructField> fields;

  private void look(CifRowToWrite row) {
    if (row.inspector() != inspector) {
      inspector = row.inspector();
      fields = inspector.getAllStructFieldRefs();
    }
  }

  /** Returns the path of the row's split-directory; null for a row of the source alone. */
  String split(CifRowToWrite row) {
    look(row);
    return ((StringObjectInspector) fields.get(0).getFieldObjectInspector())
        .getPrimitiveJavaObject(inspector.getStructFieldData(row.row(), fields.get(0)));
  }

  /** Returns the row's number in the split-directory. */
  long row(CifRowToWrite row) {
    look(row);
    return ((LongObjectInspector) fields.get(1).getFieldObjectInspector())
        .get(inspector.getStructFieldData(row.row(), fields.get(1)));
  }

  /** Returns true if the condition of a MERGE's clause holds for the row; they stand next. */
  boolean holds(CifRowToWrite row, int clause) {
    look(row);
    StructField field = fields.get(RowStatement.PLACES + clause);
    Object holds = inspector.getStructFieldData(row.row(), field);
    return holds != null && ((BooleanObjectInspector) field.getFieldObjectInspector()).get(holds);
  }
}
