package dev.cif.hive.serde;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/** Inspects rows ({@link CifRow}): a field is read when it is asked for. */
public final class CifRowInspector extends StructObjectInspector {
  private final List<CifField> fields = new ArrayList<>();
  private final Map<String, CifField> byName = new HashMap<>();

  public CifRowInspector(List<String> names, List<TypeInfo> types, List<String> comments) {
    for (int i = 0; i < names.size(); i++) {
      CifField field =
          new CifField(
              i,
              names.get(i),
              CifInspectors.of(types.get(i)),
              i < comments.size() ? comments.get(i) : "");
      fields.add(field);
      byName.put(names.get(i).toLowerCase(Locale.ROOT), field);
    }
  }

  @Override
  public List<? extends StructField> getAllStructFieldRefs() {
    return fields;
  }

  @Override
  public StructField getStructFieldRef(String name) {
    CifField field = byName.get(name.toLowerCase(Locale.ROOT));
    if (field == null) {
      throw new IllegalArgumentException("the row has no column '" + name + "': " + fields);
    }
    return field;
  }

  @Override
  public Object getStructFieldData(Object row, StructField field) {
    return row == null ? null : ((CifRow) row).source().field(((CifField) field).getFieldID());
  }

  @Override
  public List<Object> getStructFieldsDataAsList(Object row) {
    if (row == null) {
      return null;
    }
    List<Object> values = new ArrayList<>(fields.size());
    for (CifField field : fields) {
      values.add(getStructFieldData(row, field));
    }
    return values;
  }

  @Override
  public String getTypeName() {
    return CifField.typeName(fields);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof CifRowInspector other && other.getTypeName().equals(getTypeName());
  }

  @Override
  public int hashCode() {
    return getTypeName().hashCode();
  }

  @Override
  public Category getCategory() {
    return Category.STRUCT;
  }

  /** The inspector of column {@code i}. */
  public ObjectInspector column(int i) {
    return fields.get(i).getFieldObjectInspector();
  }
}
