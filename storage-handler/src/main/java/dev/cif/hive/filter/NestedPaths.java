package dev.cif.hive.filter;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.StructVector;
import dev.cif.hive.serde.HiveNames;
import java.util.Set;

/**
 * Hive's nested column paths ({@code column.field.field}), which name the fields of structs that a
 * query reads.
 */
public final class NestedPaths {
  private NestedPaths() {}

  /**
   * Excludes fields from what readers fill, if no path leads to them. Only structs that are reached
   * through structs are cut; a path into a list or map wants all of it.
   */
  public static void exclude(String path, ColumnVector vector, Set<String> paths) {
    CifType type = vector.type();
    if (type.kind() != CifType.Kind.STRUCT || paths.contains(path) || !leadsInto(path, paths)) {
      return;
    }
    StructVector struct = (StructVector) vector;
    for (int k = 0; k < struct.fieldCount(); k++) {
      String field = path + "." + HiveNames.lowerCase(type.fieldNames().get(k));
      if (paths.contains(field) || leadsInto(field, paths)) {
        exclude(field, struct.field(k), paths);
      } else {
        struct.exclude(k);
      }
    }
  }

  private static boolean leadsInto(String path, Set<String> paths) {
    for (String p : paths) {
      if (p.startsWith(path + ".")) {
        return true;
      }
    }
    return false;
  }
}
