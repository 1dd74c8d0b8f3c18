package dev.cif.cli.impala;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** Statements that declare a table of anchors to Impala. */
public final class AnchorTableDdl {
  private AnchorTableDdl() {}

  /**
   * Returns the statements, to be typed into impala-shell.
   *
   * @param name name of the table, with or without a database
   * @param rows number of rows in all split-directories, as statistics
   * @param partitions partition columns, from the outermost folder on
   */
  public static String of(
      String name,
      CifSchema schema,
      List<PartColumn> parts,
      List<PartitionColumn> partitions,
      Path anchors,
      long rows) {
    List<String> notes = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      String type = impalaType(column.type());
      if (type == null) {
        notes.add(
            "-- "
                + column.name()
                + " is left out: Impala reads no "
                + column.type().kind().name().toLowerCase(Locale.ROOT)
                + " from a TEXTFILE table; --column NAME=EXPR adds a part of it.\n");
      } else {
        columns.add("  " + quoted(column.name()) + " " + type);
      }
    }
    for (PartColumn part : parts) {
      columns.add("  " + quoted(part.name()) + " " + impalaType(part.type()));
    }
    StringBuilder ddl = new StringBuilder(String.join("", notes));
    ddl.append("CREATE EXTERNAL TABLE ").append(name).append(" (\n");
    ddl.append(String.join(",\n", columns)).append("\n)\n");
    if (!partitions.isEmpty()) {
      List<String> keys =
          partitions.stream().map(p -> quoted(p.name()) + " " + p.impalaType()).toList();
      ddl.append("PARTITIONED BY (").append(String.join(", ", keys)).append(")\n");
    }
    ddl.append("STORED AS TEXTFILE\nLOCATION '").append(literal(anchors.toString())).append("'\n");
    ddl.append("TBLPROPERTIES ('numRows'='").append(rows);
    ddl.append("', 'STATS_GENERATED_VIA_STATS_TASK'='true');\n");
    if (!partitions.isEmpty()) {
      ddl.append("ALTER TABLE ").append(name).append(" RECOVER PARTITIONS;\n");
    }
    return ddl.toString();
  }

  /** Returns Impala's type; null for types that Impala does not read from such a table. */
  static String impalaType(CifType type) {
    return switch (type.kind()) {
      // Impala counts lengths in bytes and Hive in characters: STRING truncates nothing.
      case VARCHAR, CHAR, STRING, BINARY -> "STRING";
      case TIMESTAMP, TIMESTAMP_LTZ -> "TIMESTAMP";
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, DATE ->
          type.toString().toUpperCase(Locale.ROOT);
      case ARRAY, MAP, STRUCT, UNION -> null;
    };
  }

  private static String quoted(String name) {
    return '`' + name.toLowerCase(Locale.ROOT) + '`';
  }

  private static String literal(String text) {
    return text.replace("\\", "\\\\").replace("'", "\\'");
  }
}
