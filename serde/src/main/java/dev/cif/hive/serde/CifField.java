package dev.cif.hive.serde;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;

/** A field of a row or struct. */
final class CifField implements StructField {
  private final int index;
  private final String name;
  private final ObjectInspector inspector;
  private final String comment;

  CifField(int index, String name, ObjectInspector inspector) {
    this(index, name, inspector, "");
  }

  CifField(int index, String name, ObjectInspector inspector, String comment) {
    this.comment = comment;
    this.index = index;
    this.name = name.toLowerCase(Locale.ROOT);
    this.inspector = inspector;
  }

  @Override
  public String getFieldName() {
    return name;
  }

  @Override
  public ObjectInspector getFieldObjectInspector() {
    return inspector;
  }

  @Override
  public int getFieldID() {
    return index;
  }

  @Override
  public String getFieldComment() {
    return comment;
  }

  /** The type name of a struct of these fields. */
  static String typeName(List<CifField> fields) {
    StringBuilder s = new StringBuilder("struct<");
    for (CifField field : fields) {
      s.append(s.length() == 7 ? "" : ",")
          .append(field.name)
          .append(':')
          .append(field.inspector.getTypeName());
    }
    return s.append('>').toString();
  }

  @Override
  public String toString() {
    return index + ":" + name;
  }
}
