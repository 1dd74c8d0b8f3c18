package dev.cif.mapreduce.avro;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Converts CIF's types to Avro schemas and back, by FORMAT.md section 4. For types that only Avro
 * has, the table of docs/MAPREDUCE.md applies. Jobs and {@code bin/cif load} share it.
 */
public final class AvroSchemas {
  private AvroSchemas() {}

  /** Returns the Avro record schema of a row, as it stands in the schema file. */
  public static Schema toAvro(CifSchema schema) {
    return new Schema.Parser().parse(schema.toAvroJson());
  }

  /**
   * Returns the columns of an Avro record schema. Their ids are the fields' {@code cif.id} if each
   * field has one, and 1, 2, 3 ... otherwise.
   *
   * @throws IllegalArgumentException if the schema is no record, or has a type that CIF lacks
   */
  public static CifSchema fromAvro(Schema record) {
    if (record.getType() != Schema.Type.RECORD) {
      throw new IllegalArgumentException("the schema of rows must be an Avro record: " + record);
    }
    List<Schema.Field> fields = record.getFields();
    boolean ids = fields.stream().allMatch(f -> f.getObjectProp("cif.id") instanceof Integer);
    List<Column> columns = new ArrayList<>();
    for (Schema.Field field : fields) {
      int id = ids ? (Integer) field.getObjectProp("cif.id") : field.pos() + 1;
      columns.add(new Column(id, columnName(field), columnType(record, field)));
    }
    return CifSchema.of(columns);
  }

  private static CifType columnType(Schema row, Schema.Field field) {
    try {
      return type(field.schema(), List.of(row), 1);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("field '" + field.name() + "': " + e.getMessage(), e);
    }
  }

  /** Returns the name of the column, or field of a struct, that an Avro field stands for. */
  public static String columnName(Schema.Field field) {
    String exact = field.getProp("cif.name");
    return exact == null ? field.name() : exact;
  }

  /**
   * Returns the type of the values of an Avro schema.
   *
   * @throws IllegalArgumentException if CIF lacks such a type
   */
  public static CifType type(Schema schema) {
    return type(schema, List.of(), 1);
  }

  /**
   * Returns the type of the values of a nested Avro schema.
   *
   * @param inside records that the schema is nested in
   * @param depth depth of the nesting, from 1
   */
  private static CifType type(Schema schema, List<Schema> inside, int depth) {
    if (depth > CifType.MAX_DEPTH) {
      throw new IllegalArgumentException("types nested deeper than " + CifType.MAX_DEPTH);
    }
    String exact = schema.getType() == Schema.Type.UNION ? null : schema.getProp("cif.type");
    if (exact != null) {
      return CifType.parse(exact);
    }
    switch (schema.getType()) {
      case BOOLEAN:
        return CifType.BOOLEAN;
      case INT:
        return "date".equals(logical(schema)) ? CifType.DATE : CifType.INT;
      case LONG:
        return longType(logical(schema));
      case FLOAT:
        return CifType.FLOAT;
      case DOUBLE:
        return CifType.DOUBLE;
      case STRING:
      case ENUM:
      case NULL:
        return CifType.STRING;
      case BYTES:
      case FIXED:
        return schema.getLogicalType() instanceof LogicalTypes.Decimal d
            ? CifType.decimal(d.getPrecision(), d.getScale())
            : CifType.BINARY;
      case ARRAY:
        return CifType.array(type(schema.getElementType(), inside, depth + 1));
      case MAP:
        return CifType.map(CifType.STRING, type(schema.getValueType(), inside, depth + 1));
      case RECORD:
        return struct(schema, inside, depth);
      case UNION:
        return union(schema, inside, depth);
    }
    throw new AssertionError(schema);
  }

  private static String logical(Schema schema) {
    LogicalType type = schema.getLogicalType();
    return type == null ? "" : type.getName();
  }

  private static CifType longType(String logical) {
    switch (logical) {
      case "timestamp-millis":
      case "timestamp-micros":
        return CifType.TIMESTAMP_LTZ;
      case "local-timestamp-millis":
      case "local-timestamp-micros":
        return CifType.TIMESTAMP;
      default:
        return CifType.BIGINT;
    }
  }

  private static CifType struct(Schema schema, List<Schema> inside, int depth) {
    if (inside.contains(schema)) {
      throw new IllegalArgumentException(
          "a record " + schema.getFullName() + " inside itself, which has no end");
    }
    List<Schema> within = new ArrayList<>(inside);
    within.add(schema);
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      names.add(columnName(field));
      types.add(type(field.schema(), within, depth + 1));
    }
    return CifType.struct(names, types);
  }

  private static CifType union(Schema schema, List<Schema> inside, int depth) {
    List<Schema> branches = branches(schema);
    if (branches.isEmpty()) {
      return CifType.STRING;
    }
    if (branches.size() == 1) {
      return type(branches.get(0), inside, depth);
    }
    List<CifType> types = new ArrayList<>();
    for (Schema branch : branches) {
      types.add(type(branch, inside, depth + 1));
    }
    return CifType.union(types);
  }

  /**
   * Returns the one type of a schema that isn't null; null if the schema is a union of several or
   * of none. Allocates nothing.
   */
  public static Schema present(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }
    Schema found = null;
    for (int i = 0; i < schema.getTypes().size(); i++) {
      Schema branch = schema.getTypes().get(i);
      if (branch.getType() != Schema.Type.NULL) {
        if (found != null) {
          return null;
        }
        found = branch;
      }
    }
    return found;
  }

  /**
   * Returns the types of a schema other than null, in order: those of a union, or the schema
   * itself.
   */
  public static List<Schema> branches(Schema schema) {
    return schema.getType() == Schema.Type.UNION
        ? schema.getTypes().stream().filter(s -> s.getType() != Schema.Type.NULL).toList()
        : List.of(schema);
  }
}
