package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import org.apache.hadoop.fs.Path;

/** Names of columns and fields, of which Hive ignores the case. */
final class FieldNames {
  private FieldNames() {}

  /**
   * Refuses structs, at any depth, that Hive could not read.
   *
   * @param file named by the error
   * @throws SourceException if fields of a struct differ only by case
   */
  static void expectDistinct(CifSchema schema, Path file) throws SourceException {
    for (Column column : schema.columns()) {
      String alike = column.type().fieldsAlike();
      if (alike != null) {
        throw new SourceException(
            file
                + ": column '"
                + column.name()
                + "': "
                + alike
                + ", as it ignores case; rename one in the source");
      }
    }
  }

  /**
   * The one of some names that is exactly the wanted one, else the only one that differs by case
   * alone.
   *
   * @return null if there is none
   * @throws IllegalArgumentException if there are several
   */
  static String match(Iterable<String> names, String wanted) {
    String folded = CifSchema.foldCase(wanted);
    String found = null;
    String other = null;
    for (String name : names) {
      if (name.equals(wanted)) {
        return name;
      }
      if (CifSchema.foldCase(name).equals(folded)) {
        other = found;
        found = name;
      }
    }
    if (other != null) {
      throw new IllegalArgumentException(
          "'"
              + other
              + "' and '"
              + found
              + "' differ from '"
              + wanted
              + "' by case alone; write the name as one of them");
    }
    return found;
  }
}
