package dev.cif.hive.alter;

import dev.cif.format.read.ColumnDefaults;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.table.CifTables;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.ddl.DDLDesc;
import org.apache.hadoop.hive.ql.ddl.DDLTask;
import org.apache.hadoop.hive.ql.ddl.table.AbstractAlterTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.add.AlterTableAddColumnsDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.replace.AlterTableReplaceColumnsDesc;
import org.apache.hadoop.hive.ql.ddl.table.create.CreateTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.misc.properties.AlterTableSetPropertiesDesc;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Adapts the plans of statements that change the columns or the properties of a CIF table. */
public final class AlterHook {
  private AlterHook() {}

  /**
   * Makes a change of columns keep their keys, and checks default values that are set.
   *
   * @throws SemanticException if one is no value of its column's type
   */
  public static void postAnalyze(List<Task<?>> roots, HiveConf conf) throws SemanticException {
    for (int i = 0; i < roots.size(); i++) {
      if (!(roots.get(i) instanceof DDLTask ddl)) {
        continue;
      }
      DDLDesc desc = ddl.getWork().getDDLDesc();
      if (desc instanceof CreateTableDesc create) {
        created(create);
      } else if (desc instanceof AbstractAlterTableDesc alter && alter.getPartitionSpec() == null) {
        boolean isOfColumns = isOfColumns(alter);
        Table table =
            isOfColumns || alter instanceof AlterTableSetPropertiesDesc ? table(alter, conf) : null;
        if (table != null) {
          check(alter, table);
          roots.set(i, isOfColumns ? inPlaceOf(ddl) : ddl);
        }
      }
    }
  }

  private static boolean isOfColumns(AbstractAlterTableDesc alter) {
    return alter instanceof AlterTableAddColumnsDesc
        || alter instanceof AlterTableChangeColumnDesc
        || alter instanceof AlterTableReplaceColumnsDesc;
  }

  /** Returns the table, if it is one of CIF; else null. */
  private static Table table(AbstractAlterTableDesc alter, HiveConf conf) throws SemanticException {
    try {
      Table table = Hive.get(conf).getTable(alter.getDbTableName(), false);
      return table != null && CifTables.isCif(table) ? table : null;
    } catch (HiveException e) {
      throw new SemanticException(e);
    }
  }

  private static AlterColumnsTask inPlaceOf(DDLTask ddl) {
    AlterColumnsTask task = new AlterColumnsTask();
    task.setWork(ddl.getWork());
    task.setId(ddl.getId());
    task.setRootTask(true);
    if (ddl.getDependentTasks() != null) {
      List.copyOf(ddl.getDependentTasks())
          .forEach(
              next -> {
                ddl.removeDependentTask(next);
                task.addDependentTask(next);
              });
    }
    return task;
  }

  private static void created(CreateTableDesc create) throws SemanticException {
    Map<String, String> properties = create.getTblProps();
    if (CifTables.INPUT_FORMAT.equals(create.getInputFormat()) && properties != null) {
      checkKeys(properties);
      for (FieldSchema column :
          create.getCols() == null ? List.<FieldSchema>of() : create.getCols()) {
        check(properties, column.getName(), column.getType());
      }
    }
  }

  private static void check(AbstractAlterTableDesc alter, Table table) throws SemanticException {
    Map<String, String> properties = table.getParameters();
    if (alter instanceof AlterTableSetPropertiesDesc set) {
      for (FieldSchema column : table.getCols()) {
        check(set.getProps(), column.getName(), column.getType());
      }
    } else if (alter instanceof AlterTableAddColumnsDesc add) {
      for (FieldSchema column : add.getNewColumns()) {
        check(properties, column.getName(), column.getType());
      }
    } else if (alter instanceof AlterTableReplaceColumnsDesc replace) {
      for (FieldSchema column : replace.getNewColumns()) {
        check(properties, column.getName(), column.getType());
      }
    } else if (alter instanceof AlterTableChangeColumnDesc change) {
      check(properties, change.getOldColumnName(), change.getNewColumnType());
    }
  }

  /** Checks the default of a column. */
  private static void check(Map<String, String> properties, String column, String type)
      throws SemanticException {
    if (properties.containsKey(ColumnDefaults.property(column))) {
      try {
        ColumnDefaults.of(
            List.of(column),
            List.of(HiveTypes.toCif(TypeInfoUtils.getTypeInfoFromTypeString(type))),
            properties::get);
      } catch (IllegalArgumentException e) {
        throw new SemanticException(e.getMessage() + "; nothing was changed", e);
      }
    }
  }

  private static void checkKeys(Map<String, String> properties) throws SemanticException {
    try {
      ColumnKeys.fromProperties(properties::get);
    } catch (IllegalArgumentException e) {
      throw new SemanticException(e.getMessage(), e);
    }
  }
}
