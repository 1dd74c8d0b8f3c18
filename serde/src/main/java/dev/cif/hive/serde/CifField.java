package dev.cif.hive.serde;

import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;

/** Field of a row or struct. */
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
    this.name = name;
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

  /** Returns true if a query's name denotes this field. */
  boolean isNamed(String other) {
    return HiveNames.lowerCase(name).equals(HiveNames.lowerCase(other));
  }

  @Override
  public int getFieldID() {
    return index;
  }

  @Override
  public String getFieldComment() {
    return comment;
  }

  /** Returns the type name of a struct of these fields. */
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
  public boolean equals(Object other) {
    return other instanceof CifField field
        && index == field.index
        && isNamed(field.name)
        && inspector.equals(field.inspector);
  }

  @Override
  public int hashCode() {
    return 31 * HiveNames.lowerCase(name).hashCode() + inspector.hashCode();
  }

  @Override
  public String toString() {
    return index + ":" + name;
  }
}
