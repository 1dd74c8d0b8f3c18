package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.Engine;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.io.LocalFiles;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.read.TableColumnsChange;
import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.hive.update.ChangeOrigins;
import dev.cif.hive.update.HiveSql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.common.FileUtils;

/**
 * UPDATE or DELETE of a data set that no metastore knows: a Hive in this process declares a table
 * over it for the duration of the statement.
 */
final class ExpressionUpdate {
  private static final String TABLE = "cif_update";

  private final Cif cif;
  private final ClusterFiles cluster;
  private final org.apache.hadoop.fs.Path folder;
  private final FileSystem fs;

  ExpressionUpdate(Cif cif, String folder) throws IOException, UsageException {
    this.cif = cif;
    // Hadoop keeps the first file system that it has created, and Hive is to have this one.
    LocalFiles.makeDefault();
    cluster = new ClusterFiles(System.getenv("HADOOP_CONF_DIR"));
    cluster.addTo(cif.conf());
    fs = cif.fileSystem(cif.path(folder));
    this.folder = fs.makeQualified(cif.path(folder));
  }

  /**
   * Column that the data set lacks.
   *
   * @param type its type, as Hive writes it
   */
  record NewColumn(String name, String type) {}

  /**
   * Runs the update.
   *
   * @param added column that the data set lacks; null for none
   * @param assignments assignments in the form of UPDATE
   * @param where condition; null for all rows
   */
  int run(NewColumn added, List<String> assignments, String where)
      throws IOException, CommandException {
    TableSchema table = table("set the columns by UPDATE in Hive");
    if (added == null || table.described() == null) {
      return run(table, added, assignments, where);
    }
    // Its number is reserved before a file has it.
    describe(added);
    boolean isDone = false;
    try {
      int status = run(cif.readSchema(fs, folder), null, assignments, where);
      isDone = true;
      return status;
    } finally {
      if (!isDone) {
        TableFiles.update(fs, folder, before -> TableColumnsChange.without(before, added.name));
      }
    }
  }

  /**
   * Deletes rows.
   *
   * @param where condition; null for all rows
   */
  int delete(String where) throws IOException, CommandException {
    return run(table("use DELETE in Hive"), null, List.of(), where);
  }

  /**
   * Reads the columns.
   *
   * @param advice what to do instead with a transactional table
   */
  private TableSchema table(String advice) throws IOException, CommandException {
    TableSchema table = cif.readSchema(fs, folder);
    if (table.described() != null && table.described().description().transactional() != null) {
      throw new CommandException(folder + ": the table is transactional; " + advice);
    }
    return table;
  }

  private void describe(NewColumn added) throws IOException, CommandException {
    try {
      CifType type = CifType.parse(added.type);
      TableFiles.update(fs, folder, before -> TableColumnsChange.with(before, added.name, type));
    } catch (IllegalArgumentException e) {
      throw new CommandException(folder + ": " + e.getMessage(), e);
    }
  }

  /** Runs an UPDATE; a DELETE if there are no assignments. */
  private int run(TableSchema table, NewColumn added, List<String> assignments, String where)
      throws IOException, CommandException {
    Map<org.apache.hadoop.fs.Path, Map<String, String>> partitions = partitions(table);
    Set<String> keys = partitions.values().iterator().next().keySet();
    List<String> columns = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      columns.add(HiveSql.identifier(column.name()) + " " + HiveSql.type(column.type()));
    }
    if (added != null) {
      columns.add(HiveSql.identifier(added.name) + " " + added.type);
    }
    double seconds;
    Path home = Files.createTempDirectory("cif-update");
    Options options =
        cluster
            .addTo(Options.temporary(home).withEngine(Engine.TEZ))
            // ${env:X} may be part of a folder's name.
            .withConf("hive.variable.substitute", "false")
            .withConf(ChangeOrigins.STATEMENT, sql(folder.toString(), assignments, where));
    String work = assignments.isEmpty() ? "deleting" : "updating";
    try (Progress progress = Progress.waiting(cif.err(), work);
        EmbeddedHive hive = EmbeddedHive.open(options)) {
      hive.run(
          "CREATE EXTERNAL TABLE "
              + TABLE
              + " ("
              + String.join(", ", columns)
              + ")"
              + (keys.isEmpty() ? "" : " PARTITIONED BY (" + declared(keys) + ")")
              + " STORED AS CIF LOCATION "
              + HiveSql.literal(folder.toString())
              + properties(table));
      if (!keys.isEmpty()) {
        hive.run("ALTER TABLE " + TABLE + " ADD" + declared(partitions));
      }
      hive.run(sql(TABLE, assignments, where));
      seconds = progress.seconds();
    } catch (HiveStatementException e) {
      throw new CommandException(e.getMessage(), e);
    } finally {
      org.apache.commons.io.FileUtils.deleteQuietly(home.toFile());
    }
    cif.err().println(String.format(Locale.ROOT, "(%.2f s)", seconds));
    return Cif.OK;
  }

  private static String sql(String table, List<String> assignments, String where) {
    String name = HiveSql.identifier(table);
    return (assignments.isEmpty()
            ? "DELETE FROM " + name
            : "UPDATE " + name + " SET " + String.join(", ", assignments))
        + (where == null ? "" : " WHERE " + where);
  }

  /** Returns the properties of Hive's table, by which it finds the columns' keys and defaults. */
  private static String properties(TableSchema table) {
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

  private static String declared(Map<org.apache.hadoop.fs.Path, Map<String, String>> partitions) {
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
  private Map<org.apache.hadoop.fs.Path, Map<String, String>> partitions(TableSchema table)
      throws CommandException {
    Map<org.apache.hadoop.fs.Path, Map<String, String>> partitions = new LinkedHashMap<>();
    Set<String> keys = null;
    for (FoundSplit split : table.splits()) {
      var place =
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

  private List<String> namesBelow(org.apache.hadoop.fs.Path place) {
    List<String> names = new ArrayList<>();
    for (var at = place; at.depth() > folder.depth(); at = at.getParent()) {
      names.add(0, at.getName());
    }
    return names;
  }
}
