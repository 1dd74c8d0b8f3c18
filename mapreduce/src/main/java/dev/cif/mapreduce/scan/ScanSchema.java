package dev.cif.mapreduce.scan;

import dev.cif.format.scan.SchemaUnion;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.mapreduce.avro.AvroSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.hadoop.fs.Path;

/**
 * Merges the schemas of a job's split-directories into the one schema of its values. It has the
 * columns of all of them, in the order in which they first occur, each in the widest of its types.
 */
public final class ScanSchema {
  private static final int NAMES_IN_MESSAGE = 100;

  private final SchemaUnion union =
      new SchemaUnion(
          "set the type to read it as with ColumnInputFormat.setReadSchema, or read the folders in"
              + " jobs of their own");

  /**
   * Adds the columns of a split-directory.
   *
   * @param typeMatters true for the name of a column whose values are read with the data's type
   * @throws CifException if a column's type there is not compatible with the one so far
   */
  void add(Path directory, CifSchema schema, Predicate<String> typeMatters) throws CifException {
    union.add(directory, schema, typeMatters);
  }

  private static String key(String name) {
    return CifSchema.foldCase(name);
  }

  /** Returns the columns of those names in that order; all if null. */
  private List<Column> select(List<String> names) throws CifException {
    if (names == null) {
      return union.columns();
    }
    List<Column> selected = new ArrayList<>();
    expectKnown(ScanOptions.COLUMNS, names);
    for (String name : names) {
      Column column = union.column(name);
      if (selected.contains(column)) {
        throw new CifException(ScanOptions.COLUMNS + " names column '" + name + "' twice");
      }
      selected.add(column);
    }
    return selected;
  }

  /**
   * Checks names in a setting.
   *
   * @throws CifException with the names that no split-directory has, and those that there are
   */
  void expectKnown(String setting, List<String> names) throws CifException {
    List<String> unknown = names.stream().filter(n -> union.column(n) == null).toList();
    if (!unknown.isEmpty()) {
      throw new CifException(
          setting
              + " names the columns "
              + unknown
              + ", which no split-directory of the input has; there are "
              + union.columns().stream().map(Column::name).limit(NAMES_IN_MESSAGE).toList());
    }
  }

  /** Returns the schema of the values, for a job that leaves it to the data. */
  Schema resolve(List<String> names) throws CifException {
    List<Column> selected = new ArrayList<>();
    for (Column column : select(names)) {
      // Ids are unique in one split; over several splits they may clash.
      selected.add(new Column(selected.size() + 1, column.name(), column.type()));
    }
    return AvroSchemas.toAvro(CifSchema.of(selected));
  }

  /** Returns the part of a given schema that has columns of those names; all of it if null. */
  static Schema project(Schema schema, List<String> names) throws CifException {
    if (names == null) {
      return schema;
    }
    List<Schema.Field> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(new Schema.Field(field(schema, name), field(schema, name).schema()));
    }
    return Schema.createRecord(
        schema.getName(), schema.getDoc(), schema.getNamespace(), false, fields);
  }

  /** Returns the field of a column; null if there is none. */
  public static Schema.Field find(Schema schema, String name) {
    for (Schema.Field field : schema.getFields()) {
      if (key(AvroSchemas.columnName(field)).equals(key(name))) {
        return field;
      }
    }
    return null;
  }

  /** Returns the names of columns, for a message. */
  public static List<String> someNames(Schema schema) {
    return schema.getFields().stream()
        .map(AvroSchemas::columnName)
        .limit(NAMES_IN_MESSAGE)
        .toList();
  }

  private static Schema.Field field(Schema schema, String name) throws CifException {
    Schema.Field field = find(schema, name);
    if (field != null) {
      return field;
    }
    throw new CifException(
        ScanOptions.COLUMNS
            + " names the column '"
            + name
            + "', which the schema to read with lacks; it has "
            + someNames(schema));
  }
}
