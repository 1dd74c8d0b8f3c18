package dev.cif.cli.load;

import dev.cif.cli.source.SchemaText;
import dev.cif.cli.source.SourceFormat;
import dev.cif.cli.source.SourceOptions;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of a load, except for its files and its target. Immutable.
 *
 * @param format format of the files
 * @param schemaText columns that the user gave, or null
 * @param header true if the first line of a CSV file names its columns
 * @param values options of the format ({@link SourceOptions#values}), and the properties of {@link
 *     WriteOptions}
 * @param limits limits of split-directories
 * @param taskSize bytes of input of a task; 1 or more
 */
public record LoadSettings(
    SourceFormat format,
    String schemaText,
    boolean header,
    Map<String, String> values,
    SplitLimits limits,
    long taskSize) {
  private static final String PROPERTY = "cif.";

  public LoadSettings {
    values = Map.copyOf(values);
  }

  /**
   * Returns the options of reading the files.
   *
   * @throws IllegalArgumentException with the option that does not fit the format
   */
  public SourceOptions source() {
    Map<String, String> own = new HashMap<>(values);
    own.keySet().removeIf(name -> name.startsWith(PROPERTY));
    CifSchema schema = schemaText == null ? null : SchemaText.parse("--schema", schemaText);
    SourceOptions options = new SourceOptions(schema, header, own);
    format.check(options);
    return options;
  }

  /**
   * Returns the options of writing the columns.
   *
   * @throws IllegalArgumentException with the property, its value and the allowed values
   */
  public WriteOptions write(CifSchema schema) {
    WriteOptions options = WriteOptions.fromProperties(schema, values::get);
    if (options.group().isPresent()) {
      throw new IllegalArgumentException(
          WriteOptions.PLACEMENT_GROUP
              + " is for bucketed tables and jobs; a load knows no buckets: insert with Hive");
    }
    return options;
  }

  /** Returns the settings by their names on the command line, for comparison. */
  Map<String, String> named() {
    Map<String, String> named = new TreeMap<>();
    named.put("--from", format.text());
    if (schemaText != null) {
      named.put("--schema", schemaText);
    }
    named.put("--header", Boolean.toString(header));
    values.forEach((name, value) -> named.put("--option " + name, value));
    named.put("--rows-per-split", Long.toString(limits.rows()));
    if (limits.bytes() != Long.MAX_VALUE) {
      named.put("--split-size", Long.toString(limits.bytes()));
    }
    named.put("--task-size", Long.toString(taskSize));
    return named;
  }
}
