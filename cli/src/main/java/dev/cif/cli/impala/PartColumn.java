package dev.cif.cli.impala;

import dev.cif.cli.query.ColumnPaths;
import dev.cif.cli.query.QueryException;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.regex.Pattern;

/**
 * Column of the table in Impala that is a part of a stored column. Impala refuses complex types in
 * tables of anchors, but accepts the value of a key or of a field.
 *
 * @param name name in Impala, lower-case
 * @param path the part, in libcif's form
 * @param type type of the part, primitive
 */
public record PartColumn(String name, String path, CifType type) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,128}");

  /**
   * Checks a part against a table.
   *
   * @param name name in Impala, in any case
   * @param expression column expression such as {@code metadata['content-type']}
   */
  public static PartColumn of(String name, String expression, CifSchema schema)
      throws QueryException {
    String folded = CifSchema.foldCase(name);
    if (!NAME.matcher(folded).matches()) {
      throw new QueryException(
          "'" + name + "' is no column name for Impala: letters, digits and _");
    }
    if (schema.indexOf(folded) >= 0) {
      throw new QueryException("the table has a column '" + name + "' already");
    }
    var paths = ColumnPaths.parseList(expression);
    if (paths.size() != 1) {
      throw new QueryException("'" + expression + "' is more than one column");
    }
    ColumnPath path = paths.get(0);
    CifType type = ColumnPaths.type(path, schema);
    if (!type.kind().isPrimitive()) {
      throw new QueryException(
          "'" + expression + "' is of type " + type + "; Impala needs a part of a primitive type");
    }
    return new PartColumn(folded, text(path, schema), type);
  }

  private static String text(ColumnPath path, CifSchema schema) throws QueryException {
    StringBuilder text = new StringBuilder(path.column());
    CifType type = schema.column(schema.indexOf(path.column())).type();
    for (Step step : path.steps()) {
      if (step instanceof Step.Field field) {
        text.append('.').append(field.name());
        type = type.child(type.fieldIndex(field.name()));
        continue;
      }
      if (type.kind() != CifType.Kind.MAP) {
        throw new QueryException(
            "'" + path.text() + "': elements of arrays cannot be columns in Impala");
      }
      if (step instanceof Step.Key key) {
        if (key.key().contains("']") || key.key().indexOf('\n') >= 0) {
          throw new QueryException(
              "'" + path.text() + "': such a key cannot be a column in Impala");
        }
        text.append("['").append(key.key()).append("']");
      } else if (step instanceof Step.Index index) {
        text.append('[').append(index.index()).append(']');
      }
      type = type.child(1);
    }
    return text.toString();
  }
}
