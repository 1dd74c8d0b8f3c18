package dev.cif.bench.hive;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchColumnType;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * TPC-H's eight tables in Hive: as generated text, and as a copy of it in each format, in a
 * database for each. Tables from an earlier run are used again.
 */
final class TpchTables {
  private static final String LINE_ITEM = "lineitem";

  private final EmbeddedHive hive;
  private final Path folder;
  private final String prefix;
  private final double scale;
  private final Consumer<String> progress;

  /**
   * Creates tables of one scale.
   *
   * @param folder folder of the generated text
   * @param scale TPC-H's scale factor; 1 is six million line items
   */
  TpchTables(EmbeddedHive hive, Path folder, double scale, Consumer<String> progress) {
    this.hive = hive;
    this.prefix = "tpch_" + String.valueOf(scale).replace('.', '_');
    this.folder = folder.resolve(prefix);
    this.scale = scale;
    this.progress = progress;
  }

  /** Returns the database of a format. */
  String database(TableFormat format) {
    return prefix + "_" + format.label.replace('-', '_');
  }

  private String textDatabase() {
    return prefix + "_text";
  }

  /** Generates the text and creates the formats' tables, unless they exist. */
  void make(List<TableFormat> formats) throws IOException, HiveStatementException {
    makeText();
    for (TpchTable<?> table : TpchTable.getTables()) {
      for (TableFormat format : formats) {
        makeCopy(format, table.getTableName());
      }
    }
  }

  private void makeText() throws IOException, HiveStatementException {
    hive.run("CREATE DATABASE IF NOT EXISTS " + textDatabase());
    for (TpchTable<?> table : TpchTable.getTables()) {
      Path files = folder.resolve(table.getTableName());
      if (!Files.exists(files)) {
        progress.accept("generating " + table.getTableName());
        generate(table, files);
      }
      hive.run(
          String.format(
              "CREATE EXTERNAL TABLE IF NOT EXISTS %s.%s (%s)"
                  + " ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' STORED AS TEXTFILE LOCATION '%s'",
              textDatabase(), table.getTableName(), columns(table), files.toUri()));
    }
  }

  private <E extends TpchEntity> void generate(TpchTable<E> table, Path files) throws IOException {
    // The folder appears when it is complete.
    Path making = Files.createTempDirectory(Files.createDirectories(folder), "making");
    try (BufferedWriter out = Files.newBufferedWriter(making.resolve("data.tbl"))) {
      for (E row : table.createGenerator(scale, 1, 1)) {
        out.write(row.toLine());
        out.write('\n');
      }
    }
    Files.move(making, files);
  }

  private static <E extends TpchEntity> String columns(TpchTable<E> table) {
    return table.getColumns().stream()
        .map(column -> column.getColumnName() + " " + type(column))
        .collect(Collectors.joining(", "));
  }

  private static String type(TpchColumn<?> column) {
    TpchColumnType type = column.getType();
    return switch (type.getBase()) {
      case INTEGER -> "INT";
      case IDENTIFIER -> "BIGINT";
      case DATE -> "DATE";
      case DOUBLE -> "DECIMAL(15,2)";
      case VARCHAR -> "STRING";
    };
  }

  private void makeCopy(TableFormat format, String table) throws HiveStatementException {
    String database = database(format);
    hive.run("CREATE DATABASE IF NOT EXISTS " + database);
    if (!hive.run("SHOW TABLES IN " + database + " LIKE '" + table + "'").rows().isEmpty()) {
      return;
    }
    progress.accept("loading " + table + " as " + format.label);
    String name = database + "." + table;
    hive.run("DROP TABLE IF EXISTS " + name + "_making");
    copy(format, table, name + "_making");
    hive.run("ALTER TABLE " + name + "_making RENAME TO " + name);
    hive.run("ANALYZE TABLE " + name + " COMPUTE STATISTICS FOR COLUMNS");
  }

  private double copy(TableFormat format, String table, String name) throws HiveStatementException {
    return hive.run(
            String.format(
                "CREATE TABLE %s %s AS SELECT * FROM %s.%s",
                name, format.clause, textDatabase(), table))
        .seconds();
  }

  /** Creates a second copy of the line items, and drops it; returns the seconds of its creation. */
  double load(TableFormat format) throws HiveStatementException {
    String name = database(format) + ".loaded";
    hive.run("DROP TABLE IF EXISTS " + name);
    double seconds = copy(format, LINE_ITEM, name);
    hive.run("DROP TABLE " + name);
    return seconds;
  }

  /** Returns the bytes of the line items' files. */
  long size(TableFormat format) throws HiveStatementException {
    for (String line :
        hive.run("DESCRIBE FORMATTED " + database(format) + "." + LINE_ITEM).lines()) {
      String[] cells = line.split("\t", -1);
      if (cells.length > 2 && cells[1].strip().equals("totalSize")) {
        return Long.parseLong(cells[2].strip());
      }
    }
    throw new IllegalStateException("Hive tells no size of " + database(format));
  }
}
