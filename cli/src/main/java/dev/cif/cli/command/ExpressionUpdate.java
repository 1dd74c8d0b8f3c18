package dev.cif.cli.command;

import dev.cif.cli.query.TableSchema;
import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.Engine;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.io.LocalFiles;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.read.TableColumnsChange;
import dev.cif.format.schema.CifType;
import dev.cif.hive.update.ChangeOrigins;
import dev.cif.hive.update.HiveSql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;

/**
 * UPDATE, DELETE or MERGE of a data set that no metastore knows: a Hive in this process declares a
 * table over it for the duration of the statement.
 */
final class ExpressionUpdate {
  private static final String TABLE = "cif_update";
  private static final String SOURCE = "cif_source";

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
   * Assignment in the form of UPDATE.
   *
   * @param before SQL before what the user gave
   * @param option the option that has the rest
   */
  record Assignment(String before, String option, String given) {}

  /**
   * Runs the update.
   *
   * @param added column that the data set lacks; null for none
   * @param where condition; null for all rows
   */
  int run(NewColumn added, List<Assignment> assignments, String where)
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
  private int run(TableSchema table, NewColumn added, List<Assignment> assignments, String where)
      throws IOException, CommandException {
    return run(
        assignments.isEmpty() ? "deleting" : "updating",
        List.of(new FolderTable(TABLE, folder, table, added)),
        sql(folder.toString(), assignments, where).toString(),
        sql(TABLE, assignments, where));
  }

  /**
   * Sets columns from another data set.
   *
   * @param from folder of the other
   * @param on names of columns that both have; rows match by these
   * @param set names of columns that both have
   * @param inserts true if rows of the other that match none are inserted, with the columns that
   *     both have
   */
  int merge(String from, List<String> on, List<String> set, boolean inserts)
      throws IOException, UsageException, CommandException {
    org.apache.hadoop.fs.Path place = cif.path(from);
    FileSystem other = cif.fileSystem(place);
    org.apache.hadoop.fs.Path source = other.makeQualified(place);
    FolderTable target = new FolderTable(TABLE, folder, table("use MERGE in Hive"), null);
    FolderTable given = new FolderTable(SOURCE, source, cif.readSchema(other, source), null);
    for (FolderTable table : List.of(target, given)) {
      expect(table, "--on", on);
      expect(table, "--set", set);
    }
    String clauses =
        " s ON "
            + pairs(on, "t.", " AND ")
            + (set.isEmpty() ? "" : " WHEN MATCHED THEN UPDATE SET " + pairs(set, "", ", "))
            + (inserts ? insert(target, given) : "");
    return run(
        "merging",
        List.of(target, given),
        merge(folder.toString(), source.toString(), clauses),
        new OptionSql().add(merge(TABLE, SOURCE, clauses)));
  }

  private static void expect(FolderTable table, String option, List<String> columns)
      throws CommandException {
    List<String> names = table.names();
    for (String column : columns) {
      if (names.stream().noneMatch(column::equalsIgnoreCase)) {
        throw new CommandException(
            option + ": " + table.folder() + " has no column " + column + "; it has " + names);
      }
    }
  }

  private static String merge(String table, String source, String clauses) {
    return "MERGE INTO "
        + HiveSql.identifier(table)
        + " t USING "
        + HiveSql.identifier(source)
        + clauses;
  }

  private String insert(FolderTable target, FolderTable source) throws CommandException {
    List<String> given = source.names();
    for (String key : target.keys()) {
      if (given.stream().noneMatch(key::equalsIgnoreCase)) {
        throw new CommandException(
            folder + ": rows are to go into folders " + key + "=..., and the source has no " + key);
      }
    }
    List<String> both =
        target.names().stream()
            .filter(name -> given.stream().anyMatch(name::equalsIgnoreCase))
            .map(HiveSql::identifier)
            .toList();
    return both.stream()
        .map(column -> "s." + column)
        .collect(
            Collectors.joining(
                ", ",
                " WHEN NOT MATCHED THEN INSERT (" + String.join(", ", both) + ") VALUES (",
                ")"));
  }

  private static String pairs(List<String> columns, String before, String between) {
    return columns.stream()
        .map(HiveSql::identifier)
        .map(column -> before + column + " = s." + column)
        .collect(Collectors.joining(between));
  }

  /**
   * Runs a statement over folders.
   *
   * @param work what is done, for who waits
   * @param told statement as the table's history has it
   */
  private int run(String work, List<FolderTable> tables, String told, OptionSql statement)
      throws IOException, CommandException {
    List<String> statements = new ArrayList<>();
    for (FolderTable table : tables) {
      statements.addAll(table.ddl());
    }
    statements.add(statement.toString());
    double seconds;
    Path home = Files.createTempDirectory("cif-update");
    Options options =
        cluster
            .addTo(Options.temporary(home).withEngine(Engine.TEZ))
            // ${env:X} may be part of a folder's name.
            .withConf("hive.variable.substitute", "false")
            .withConf(ChangeOrigins.STATEMENT, told);
    try (Progress progress = Progress.waiting(cif.err(), work);
        EmbeddedHive hive = EmbeddedHive.open(options)) {
      for (String sql : statements) {
        hive.run(sql);
      }
      seconds = progress.seconds();
    } catch (HiveStatementException e) {
      String error = statement.explain(e.getMessage());
      for (FolderTable table : tables) {
        error = table.inPlaceOfName(error);
      }
      throw new CommandException(error, e);
    } finally {
      org.apache.commons.io.FileUtils.deleteQuietly(home.toFile());
    }
    cif.err().println(String.format(Locale.ROOT, "(%.2f s)", seconds));
    return Cif.OK;
  }

  private static OptionSql sql(String table, List<Assignment> assignments, String where) {
    String name = HiveSql.identifier(table);
    OptionSql sql =
        new OptionSql().add(assignments.isEmpty() ? "DELETE FROM " + name : "UPDATE " + name);
    String before = " SET ";
    for (Assignment one : assignments) {
      sql.add(before + one.before).add(one.option, one.given);
      before = ", ";
    }
    return where == null ? sql : sql.add(" WHERE ").add("--where", where);
  }
}
