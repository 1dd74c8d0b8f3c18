package dev.cif.hive.filter;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.hive.serde.HiveTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hive.ql.exec.FunctionRegistry;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeFieldDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFIndex;
import org.apache.hadoop.hive.serde2.objectinspector.ConstantObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Parts of columns that a query's expressions refer to: a column, a field of a struct, the value of
 * a constant key in a map, nested at any depth.
 */
public final class ColumnParts {
  /**
   * Part of a column.
   *
   * @param path path of the part
   * @param type type of its values, as the scan reads them
   * @param seen type that the expression gives them; it differs after a cast that changes no value
   */
  record Part(ColumnPath path, CifType type, CifType seen) {}

  private final Function<String, CifType> types;

  /**
   * Creates a finder of parts.
   *
   * @param types function that returns the type of a column of the table's own; null for others
   */
  ColumnParts(Function<String, CifType> types) {
    this.types = types;
  }

  /** Returns the part that an expression refers to; null if there is none. */
  Part of(ExprNodeDesc expression) {
    if (expression instanceof ExprNodeColumnDesc column) {
      CifType type = types.apply(column.getColumn());
      return type == null || !type.equals(type(column.getTypeInfo()))
          ? null
          : new Part(ColumnPath.of(column.getColumn()), type, type);
    }
    if (expression instanceof ExprNodeFieldDesc field) {
      // For a list of structs Hive's field is a list.
      return field.getIsList() ? null : field(of(field.getDesc()), field.getFieldName());
    }
    if (!(expression instanceof ExprNodeGenericFuncDesc call)) {
      return null;
    }
    List<ExprNodeDesc> arguments = call.getChildren();
    if (call.getGenericUDF() instanceof GenericUDFIndex) {
      return arguments.get(0).getTypeInfo() instanceof MapTypeInfo map
              && arguments.get(1) instanceof ExprNodeConstantDesc constant
          ? step(of(arguments.get(0)), key(map, constant), "[" + constant.getExprString() + "]")
          : null;
    }
    return arguments.size() == 1 && FunctionRegistry.isOpCast(call.getGenericUDF())
        ? cast(of(arguments.get(0)), call)
        : null;
  }

  private static Part field(Part struct, String name) {
    return struct == null || struct.type().kind() != Kind.STRUCT
        ? null
        : step(struct, new Step.Field(name), "." + name);
  }

  private static Part step(Part whole, Step step, String text) {
    if (whole == null || step == null) {
      return null;
    }
    List<Step> steps = new ArrayList<>(whole.path().steps());
    steps.add(step);
    ColumnPath path =
        new ColumnPath(whole.path().text() + text, whole.path().column(), List.copyOf(steps));
    CifType type = new ColumnPath(text, path.column(), List.of(step)).typeIn(whole.type());
    return type == null ? null : new Part(path, type, type);
  }

  private static Part cast(Part part, ExprNodeGenericFuncDesc call) {
    if (part == null || !part.seen().kind().isPrimitive()) {
      return null;
    }
    CifType to = type(call.getTypeInfo());
    return to != null && isExact(part.seen(), to) ? new Part(part.path(), part.type(), to) : null;
  }

  /** Returns true if a cast maps each value to an equal one, and no two values to the same. */
  private static boolean isExact(CifType from, CifType to) {
    return switch (to.kind()) {
      case SMALLINT, INT, BIGINT -> from.isInteger() && from.kind().compareTo(to.kind()) <= 0;
      case DOUBLE ->
          from.kind() == Kind.FLOAT
              || from.kind() == Kind.DOUBLE
              || (from.isInteger() && from.kind() != Kind.BIGINT);
      case STRING -> from.kind() == Kind.STRING || from.kind() == Kind.VARCHAR;
      case BOOLEAN, TINYINT, FLOAT, DECIMAL, VARCHAR, CHAR, BINARY, DATE, TIMESTAMP -> false;
      case TIMESTAMP_LTZ, ARRAY, MAP, STRUCT, UNION -> false;
    };
  }

  /** Returns the CIF type of a Hive type; null for one that CIF lacks (intervals). */
  static CifType type(TypeInfo type) {
    try {
      return HiveTypes.toCif(type);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the look-up of a constant in maps; null for NULL, and for keys that can't be looked up.
   */
  public static Step key(MapTypeInfo map, ExprNodeConstantDesc constant) {
    CifType type = type(map.getMapKeyTypeInfo());
    boolean isText = type.kind() == Kind.STRING || type.kind() == Kind.VARCHAR;
    if (!isText && !type.isInteger()) {
      return null;
    }
    ConstantObjectInspector inspector = constant.getWritableObjectInspector();
    Object key =
        ObjectInspectorConverters.getConverter(
                inspector,
                PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(
                    (PrimitiveTypeInfo) map.getMapKeyTypeInfo()))
            .convert(inspector.getWritableConstantValue());
    // A constant outside the key's type, such as 300 for tinyint, must not become another key.
    if (key == null || !key.toString().equals(constant.getValue().toString())) {
      return null;
    }
    return isText ? new Step.Key(key.toString()) : new Step.Index(((Number) key).longValue());
  }
}
