package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.Column;
import dev.cif.hive.update.HiveSql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.FileUtils;

/** Folder of a data set as an external table of Hive, with a name that it has for a statement. */
final class FolderTable {
  private final String name;
  private final Path folder;
  private final TableSchema table;
  private final ExpressionUpdate.NewColumn added;

  /**
   * Creates a table.
   *
   * @param added column that the data set lacks; null for none
   */
  FolderTable(String name, Path folder, TableSchema table, ExpressionUpdate.NewColumn added) {
    this.name = name;
    this.folder = folder;
    this.table = table;
    this.added = added;
  }

  /**
   * Returns the statements that declare the table.
   *
   * @throws CommandException if it can't be a table of Hive
   */
  List<String> ddl() throws CommandException {
    Map<Path, Map<String, String>> partitions = partitions();
    if (partitions.isEmpty()) {
      throw new CommandException(
          folder + ": no split-directory is here; one is a folder with a file schema.cif");
    }
    Set<String> keys = partitions.values().iterator().next().keySet();
    List<String> columns = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      columns.add(HiveSql.identifier(column.name()) + " " + HiveSql.type(column.type()));
    }
    if (added != null) {
      columns.add(HiveSql.identifier(added.name()) + " " + added.type());
    }
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE EXTERNAL TABLE "
            + name
            + " ("
            + String.join(", ", columns)
            + ")"
            + (keys.isEmpty() ? "" : " PARTITIONED BY (" + declared(keys) + ")")
            + " STORED AS CIF LOCATION "
            + HiveSql.literal(folder.toString())
            + properties());
    if (!keys.isEmpty()) {
      statements.add("ALTER TABLE " + name + " ADD" + declared(partitions));
    }
    return statements;
  }

  Path folder() {
    return folder;
  }

  /** Returns the names of the columns in files, and of those whose values are names of folders. */
  List<String> names() throws CommandException {
    List<String> names =
        new ArrayList<>(table.schema().columns().stream().map(Column::name).toList());
    names.addAll(keys());
    return names;
  }

  /** Returns the names of the columns whose values are names of folders. */
  List<String> keys() throws CommandException {
    Map<Path, Map<String, String>> partitions = partitions();
    return partitions.isEmpty()
        ? List.of()
        : List.copyOf(partitions.values().iterator().next().keySet());
  }

  /** Returns an error with the folder in place of the name that only the statement has. */
  String inPlaceOfName(String error) {
    return error.replace("default." + name, folder.toString());
  }

  /** Returns the properties of Hive's table, by which it finds the columns' keys and defaults. */
  private String properties() {
    Map<String, String> properties = new TreeMap<>();
    if (table.described() != null) {
      properties.putAll(TableProperties.of(table.described().description()));
    }
    // This Hive ends with the statement, and owns nothing.
    properties.put("cif.table.file", "false");
    return properties.entrySet().stream()
        .map(one -> HiveSql.literal(one.getKey()) + "=" + HiveSql.literal(one.getValue()))
        .collect(Collectors.joining(", ", " TBLPROPERTIES (", ")"));
  }

  private static String declared(Set<String> keys) {
    return keys.stream()
        .map(key -> HiveSql.identifier(key) + " string")
        .collect(Collectors.joining(", "));
  }

  private static String declared(Map<Path, Map<String, String>> partitions) {
    StringBuilder all = new StringBuilder();
    partitions.forEach(
        (place, values) ->
            all.append(
                values.entrySet().stream()
                    .map(
                        value ->
                            HiveSql.identifier(value.getKey())
                                + "="
                                + HiveSql.literal(value.getValue()))
                    .collect(
                        Collectors.joining(
                            ", ",
                            " PARTITION (",
                            ") LOCATION " + HiveSql.literal(place.toString())))));
    return all.toString();
  }

  /**
   * Returns the folders that hold split-directories, with each folder's partition values from
   * {@code key=value}.
   */
  private Map<Path, Map<String, String>> partitions() throws CommandException {
    Map<Path, Map<String, String>> partitions = new LinkedHashMap<>();
    Set<String> keys = null;
    for (FoundSplit split : table.splits()) {
      Path place =
          split.directory().depth() > folder.depth() ? split.directory().getParent() : folder;
      Map<String, String> values = new LinkedHashMap<>();
      for (String name : namesBelow(place)) {
        if (HiveFolderNames.isTransaction(name)) {
          throw new CommandException(
              split.directory()
                  + ": this is a transactional table of Hive's, and only its metastore knows which"
                  + " folders count; use UPDATE there");
        }
        int equals = name.indexOf('=');
        String key = equals > 0 ? FileUtils.unescapePathName(name.substring(0, equals)) : null;
        if (key != null && (table.described() == null || table.isFolder(key))) {
          values.put(key, FileUtils.unescapePathName(name.substring(equals + 1)));
        }
      }
      if (keys != null && !List.copyOf(keys).equals(List.copyOf(values.keySet()))) {
        throw new CommandException(
            split.directory() + ": its folders name other partition columns than others: " + keys);
      }
      keys = values.keySet();
      partitions.putIfAbsent(place, values);
    }
    return partitions;
  }

  private List<String> namesBelow(Path place) {
    List<String> names = new ArrayList<>();
    for (Path at = place; at.depth() > folder.depth(); at = at.getParent()) {
      names.add(0, at.getName());
    }
    return names;
  }
}
