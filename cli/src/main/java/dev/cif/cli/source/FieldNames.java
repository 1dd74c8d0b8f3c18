package dev.cif.cli.source;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.CifType.Kind;
import dev.cif.format.Column;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** Refuses structs that Hive could not read: to it, names that differ by case alone are one. */
final class FieldNames {
  private FieldNames() {}

  /**
   * Looks at all structs of a schema, at any depth.
   *
   * @param file named by the error
   * @throws SourceException if fields of a struct differ only by case
   */
  static void expectDistinct(CifSchema schema, Path file) throws SourceException {
    for (Column column : schema.columns()) {
      expectDistinct(column, column.type(), file);
    }
  }

  private static void expectDistinct(Column column, CifType type, Path file)
      throws SourceException {
    Map<String, String> names = new HashMap<>();
    for (int k = 0; k < type.children().size(); k++) {
      if (type.kind() == Kind.STRUCT) {
        String name = type.fieldNames().get(k);
        String twin = names.put(CifSchema.foldCase(name), name);
        if (twin != null) {
          throw new SourceException(
              file
                  + ": column '"
                  + column.name()
                  + "': a struct has the fields '"
                  + twin
                  + "' and '"
                  + name
                  + "', which are one to Hive, as it ignores case; rename one in the source");
        }
      }
      expectDistinct(column, type.child(k), file);
    }
  }
}
