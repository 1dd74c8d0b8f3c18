package dev.cif.hive.update;

import dev.cif.format.schema.CifException;
import dev.cif.hive.table.CifTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.repl.ReplConst;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hadoop.hive.metastore.TableType;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.repl.ReplDumpTask;
import org.apache.hadoop.hive.ql.hooks.Entity;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;

/**
 * Hive's replication of databases, REPL DUMP and REPL LOAD. Of an external table it copies the
 * folder, with the status files of changes. Of a managed table it copies the files without the
 * status files, and later those that Hive's own statements have written. An UPDATE is none of them.
 * So the changes of a managed table become part of its files before the first copy, and later ones
 * are refused.
 */
final class Replication {
  private Replication() {}

  /**
   * Returns the reason why no UPDATE of a table may be committed: the copy of its database would
   * keep the old values. Null if there is none.
   */
  static String refusal(Hive hive, Table table) throws HiveException {
    if (!isCopiedByFiles(table)) {
      return null;
    }
    Map<String, String> properties = hive.getDatabase(table.getDbName()).getParameters();
    for (String property :
        new String[] {ReplConst.SOURCE_OF_REPLICATION, ReplConst.TARGET_OF_REPLICATION}) {
      String value = properties == null ? null : properties.get(property);
      if (value != null && !value.isBlank()) {
        return "its database is replicated by Hive (property '"
            + property
            + "'), which copies nothing of an UPDATE of a managed table; write the rows by INSERT"
            + " OVERWRITE, or hold them in an external table";
      }
    }
    return null;
  }

  /**
   * Fails if a table is replicated: that may have begun since the statement was planned.
   *
   * @param folder folder of the table
   */
  static void expectNone(Hive hive, String database, String table, Path folder) throws IOException {
    String refusal;
    try {
      refusal = refusal(hive, hive.getTable(database, table));
    } catch (HiveException e) {
      throw new IOException(e);
    }
    if (refusal != null) {
      throw CifException.at(folder, null, -1, refusal + "; nothing was changed");
    }
  }

  /** True of managed tables of CIF: native, as Hive replicates no others. */
  private static boolean isCopiedByFiles(Table table) {
    return table.getTableType() == TableType.MANAGED_TABLE
        && !table.isNonNative()
        && CifTables.isCif(table);
  }

  /**
   * Returns what is to be done before a statement; null if it does not copy data of a database.
   *
   * @param inputs what the statement reads
   */
  static ReplicationWork before(Task<?> root, Set<ReadEntity> inputs, Configuration conf) {
    if (!(root instanceof ReplDumpTask)
        || HiveConf.getBoolVar(conf, ConfVars.REPL_DUMP_METADATA_ONLY)) {
      return null;
    }
    Map<String, List<String>> scope = new TreeMap<>();
    for (ReadEntity input : inputs) {
      if (input.getType() == Entity.Type.DATABASE) {
        scope.put(input.getDatabase().getName(), List.of());
      } else if (input.getType() == Entity.Type.TABLE) {
        scope
            .computeIfAbsent(input.getTable().getDbName(), database -> new ArrayList<>())
            .add(input.getTable().getTableName());
      }
    }
    return new ReplicationWork(scope);
  }

  /** Returns the managed tables of CIF in a database, or those of some tables. */
  static List<Table> copiedByFiles(Hive hive, String database, List<String> names)
      throws HiveException {
    List<Table> tables = new ArrayList<>();
    if (names.isEmpty()) {
      tables.addAll(hive.getAllTableObjects(database));
    }
    for (String name : names) {
      // A table that was dropped meanwhile is not copied.
      Table table = hive.getTable(database, name, false);
      if (table != null) {
        tables.add(table);
      }
    }
    tables.removeIf(table -> !isCopiedByFiles(table));
    return tables;
  }

  /**
   * Gives a database the property by which Hive knows that it is copied. REPL DUMP would do the
   * same, but later.
   */
  static void markAsSource(Hive hive, String name, String value) throws HiveException {
    Database database = hive.getDatabase(name);
    Map<String, String> properties = new HashMap<>();
    if (database.getParameters() != null) {
      properties.putAll(database.getParameters());
    }
    String before = properties.get(ReplConst.SOURCE_OF_REPLICATION);
    if (before == null || before.isBlank()) {
      properties.put(ReplConst.SOURCE_OF_REPLICATION, value);
      database.setParameters(properties);
      hive.alterDatabase(name, database);
    }
  }
}
