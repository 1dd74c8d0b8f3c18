package dev.cif.hive.serde;

import dev.cif.format.value.Value;
import dev.cif.hive.version.HivePlans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.SettableListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.SettableMapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.SettableStructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.SettableUnionObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StandardUnionObjectInspector.StandardUnion;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/**
 * Inspectors over CIF's values. Primitives are Hive's Java objects; complex values are lazy {@link
 * Value}s that decode a part when it is asked for (paper section 5). Two inspectors of one type are
 * equal, because Hive converts rows between inspectors that are not. Values that Hive sets itself,
 * from partitions of other formats, are Java's lists and maps instead; a struct is a list of its
 * fields.
 */
public final class CifInspectors {
  private CifInspectors() {}

  /**
   * Returns the type's name in the form for comparison, which ignores the case of fields' names.
   */
  private static String folded(ObjectInspector inspector) {
    return HiveNames.lowerCase(inspector.getTypeName());
  }

  private static List<Object> nulls(int count) {
    return new ArrayList<>(Collections.nCopies(count, null));
  }

  /** Returns the inspector of a type. */
  public static ObjectInspector of(TypeInfo type) {
    switch (type.getCategory()) {
      case PRIMITIVE:
        return PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(
            (PrimitiveTypeInfo) type);
      case LIST:
        return new OfList(of(((ListTypeInfo) type).getListElementTypeInfo()));
      case MAP:
        MapTypeInfo map = (MapTypeInfo) type;
        return new OfMap(of(map.getMapKeyTypeInfo()), of(map.getMapValueTypeInfo()));
      case STRUCT:
        return new OfStruct((StructTypeInfo) type);
      default:
        return new OfUnion((UnionTypeInfo) type);
    }
  }

  /** Inspector of lists: the size decodes nothing, an element decodes itself. */
  static final class OfList implements SettableListObjectInspector {
    private final ObjectInspector element;

    OfList(ObjectInspector element) {
      this.element = element;
    }

    @Override
    public ObjectInspector getListElementObjectInspector() {
      return element;
    }

    @Override
    public Object getListElement(Object list, int index) {
      if (list == null || index < 0 || index >= getListLength(list)) {
        return null;
      }
      return list instanceof Value value
          ? HiveObjects.of(value.element(index))
          : ((List<?>) list).get(index);
    }

    @Override
    public int getListLength(Object list) {
      if (list == null) {
        return -1;
      }
      return list instanceof Value value ? value.size() : ((List<?>) list).size();
    }

    @Override
    public List<?> getList(Object list) {
      if (list == null) {
        return null;
      }
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < getListLength(list); i++) {
        elements.add(getListElement(list, i));
      }
      return elements;
    }

    @Override
    public Object create(int size) {
      return nulls(size);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object set(Object list, int index, Object value) {
      ((List<Object>) list).set(index, value);
      return list;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object resize(Object list, int size) {
      List<Object> elements = (List<Object>) list;
      while (elements.size() < size) {
        elements.add(null);
      }
      elements.subList(size, elements.size()).clear();
      return list;
    }

    @Override
    public String getTypeName() {
      return "array<" + element.getTypeName() + ">";
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof OfList other && folded(other).equals(folded(this));
    }

    @Override
    public int hashCode() {
      return folded(this).hashCode();
    }

    @Override
    public Category getCategory() {
      return Category.LIST;
    }
  }

  /** Inspector of maps: a look-up decodes one value, and no more keys than it must. */
  static final class OfMap implements SettableMapObjectInspector {
    private final ObjectInspector key;
    private final ObjectInspector value;
    private final MapLookup lookup;

    OfMap(ObjectInspector key, ObjectInspector value) {
      this.key = key;
      this.value = value;
      this.lookup = new MapLookup((PrimitiveObjectInspector) key);
    }

    @Override
    public ObjectInspector getMapKeyObjectInspector() {
      return key;
    }

    @Override
    public ObjectInspector getMapValueObjectInspector() {
      return value;
    }

    @Override
    public Object getMapValueElement(Object map, Object wanted) {
      if (map == null || wanted == null) {
        return null;
      }
      return map instanceof Value value
          ? HiveObjects.of(lookup.find(value, wanted))
          : lookup.find((Map<?, ?>) map, wanted);
    }

    @Override
    public Map<?, ?> getMap(Object map) {
      if (map == null) {
        return null;
      }
      if (!(map instanceof Value value)) {
        return (Map<?, ?>) map;
      }
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < value.size(); i++) {
        entries.put(HiveObjects.of(value.key(i)), HiveObjects.of(value.value(i)));
      }
      return entries;
    }

    @Override
    public int getMapSize(Object map) {
      if (map == null) {
        return -1;
      }
      return map instanceof Value value ? value.size() : ((Map<?, ?>) map).size();
    }

    @Override
    public Object create() {
      return new LinkedHashMap<>();
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object put(Object map, Object entryKey, Object entryValue) {
      ((Map<Object, Object>) map).put(entryKey, entryValue);
      return map;
    }

    @Override
    public Object remove(Object map, Object entryKey) {
      ((Map<?, ?>) map).remove(entryKey);
      return map;
    }

    @Override
    public Object clear(Object map) {
      ((Map<?, ?>) map).clear();
      return map;
    }

    @Override
    public String getTypeName() {
      return "map<" + key.getTypeName() + "," + value.getTypeName() + ">";
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof OfMap other && folded(other).equals(folded(this));
    }

    @Override
    public int hashCode() {
      return folded(this).hashCode();
    }

    @Override
    public Category getCategory() {
      return Category.MAP;
    }
  }

  /**
   * Inspector of structs: a field decodes itself. A struct may hold fewer fields than its inspector
   * has. Fields keep the case of their names, which DESCRIBE shows, and are found ignoring case.
   */
  static final class OfStruct extends SettableStructObjectInspector {
    private final List<CifField> fields = new ArrayList<>();

    OfStruct(StructTypeInfo type) {
      List<String> names = HivePlans.fieldNames(type);
      List<TypeInfo> types = HivePlans.fieldTypes(type);
      for (int i = 0; i < names.size(); i++) {
        fields.add(new CifField(i, names.get(i), of(types.get(i))));
      }
    }

    @Override
    public List<? extends StructField> getAllStructFieldRefs() {
      return fields;
    }

    @Override
    public StructField getStructFieldRef(String name) {
      for (CifField field : fields) {
        if (field.isNamed(name)) {
          return field;
        }
      }
      throw new IllegalArgumentException("the struct has no field '" + name + "': " + fields);
    }

    @Override
    public Object getStructFieldData(Object struct, StructField field) {
      // Hive may pass the field of another inspector of the same type, such as a partition's.
      int index = field.getFieldID();
      if (struct == null) {
        return null;
      }
      return struct instanceof Value value
          ? HiveObjects.of(value.field(index))
          : ((List<?>) struct).get(index);
    }

    @Override
    public Object create() {
      return nulls(fields.size());
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object setStructFieldData(Object struct, StructField field, Object value) {
      ((List<Object>) struct).set(field.getFieldID(), value);
      return struct;
    }

    @Override
    public List<Object> getStructFieldsDataAsList(Object struct) {
      if (struct == null) {
        return null;
      }
      List<Object> values = new ArrayList<>();
      for (CifField field : fields) {
        values.add(getStructFieldData(struct, field));
      }
      return values;
    }

    @Override
    public String getTypeName() {
      return CifField.typeName(fields);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof OfStruct other && folded(other).equals(folded(this));
    }

    @Override
    public int hashCode() {
      return folded(this).hashCode();
    }

    @Override
    public Category getCategory() {
      return Category.STRUCT;
    }
  }

  /** Inspector of unions: only the branch that is present is decoded. */
  static final class OfUnion extends SettableUnionObjectInspector {
    private final List<ObjectInspector> branches = new ArrayList<>();

    OfUnion(UnionTypeInfo type) {
      for (TypeInfo branch : type.getAllUnionObjectTypeInfos()) {
        branches.add(of(branch));
      }
    }

    @Override
    public List<ObjectInspector> getObjectInspectors() {
      return branches;
    }

    @Override
    public byte getTag(Object union) {
      if (union == null) {
        return -1;
      }
      return union instanceof Value value ? (byte) value.tag() : ((StandardUnion) union).getTag();
    }

    @Override
    public Object getField(Object union) {
      if (union == null) {
        return null;
      }
      return union instanceof Value value
          ? HiveObjects.of(value.branch())
          : ((StandardUnion) union).getObject();
    }

    @Override
    public Object create() {
      return new StandardUnion();
    }

    @Override
    public Object setFieldAndTag(Object union, Object field, byte tag) {
      ((StandardUnion) union).setObject(field);
      ((StandardUnion) union).setTag(tag);
      return union;
    }

    @Override
    public String getTypeName() {
      StringBuilder s = new StringBuilder("uniontype<");
      for (ObjectInspector branch : branches) {
        s.append(s.length() == 10 ? "" : ",").append(branch.getTypeName());
      }
      return s.append('>').toString();
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof OfUnion other && folded(other).equals(folded(this));
    }

    @Override
    public int hashCode() {
      return folded(this).hashCode();
    }

    @Override
    public Category getCategory() {
      return Category.UNION;
    }
  }
}
