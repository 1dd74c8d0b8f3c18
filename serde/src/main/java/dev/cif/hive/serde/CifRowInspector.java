package dev.cif.hive.serde;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.SettableStructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Inspector of rows ({@link CifRow}), which reads a field when it is asked for. Hive fills rows
 * with it from partitions of other formats, and passes it rows of ORC unchanged ({@link OrcRows}).
 */
public final class CifRowInspector extends SettableStructObjectInspector {
  private final List<CifField> fields = new ArrayList<>();
  private final Map<String, CifField> byName = new HashMap<>();
  private volatile OrcRows orcRows;

  public CifRowInspector(List<String> names, List<TypeInfo> types) {
    this(names, types, List.of());
  }

  /** Creates an inspector with the columns' comments, which may be fewer than the columns. */
  public CifRowInspector(List<String> names, List<TypeInfo> types, List<String> comments) {
    for (int i = 0; i < names.size(); i++) {
      String name = HiveNames.lowerCase(names.get(i));
      CifField field =
          new CifField(
              i, name, CifInspectors.of(types.get(i)), i < comments.size() ? comments.get(i) : "");
      fields.add(field);
      byName.put(name, field);
    }
  }

  @Override
  public List<? extends StructField> getAllStructFieldRefs() {
    return fields;
  }

  @Override
  public StructField getStructFieldRef(String name) {
    CifField field = byName.get(HiveNames.lowerCase(name));
    if (field == null) {
      throw new IllegalArgumentException("the row has no column '" + name + "': " + fields);
    }
    return field;
  }

  @Override
  public Object getStructFieldData(Object row, StructField field) {
    if (row == null) {
      return null;
    }
    // Hive may pass the field of another inspector of the same type, such as a partition's.
    int index = field.getFieldID();
    return row instanceof CifRow cif ? cif.source().field(index) : orcRows().field(row, index);
  }

  /**
   * Returns the converter of ORC's rows. It is created on demand, as most tables have CIF alone.
   * Threads share it: it has no state.
   */
  private OrcRows orcRows() {
    if (orcRows == null) {
      orcRows = new OrcRows(this);
    }
    return orcRows;
  }

  @Override
  public Object create() {
    CifRow row = new CifRow();
    row.read(new SetFields(fields.size()));
    return row;
  }

  @Override
  public Object setStructFieldData(Object row, StructField field, Object value) {
    ((SetFields) ((CifRow) row).source()).values[field.getFieldID()] = value;
    return row;
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
  public Category getCategory() {
    return Category.STRUCT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CifRowInspector row && fields.equals(row.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /** Returns the inspector of column {@code i}. */
  public ObjectInspector column(int i) {
    return fields.get(i).getFieldObjectInspector();
  }

  /** Fields of a row that Hive converted from another format. */
  private static final class SetFields implements CifRow.Source {
    private final Object[] values;

    SetFields(int count) {
      values = new Object[count];
    }

    @Override
    public Object field(int i) {
      return values[i];
    }

    @Override
    public long rawBytes() {
      return 0;
    }
  }
}
