package dev.cif.hive.alter;

import dev.cif.hive.describe.TableFileHook;
import dev.cif.hive.describe.TableRevision;
import java.io.Closeable;
import java.util.List;
import org.apache.hadoop.hive.ql.ErrorMsg;
import org.apache.hadoop.hive.ql.ddl.DDLDesc;
import org.apache.hadoop.hive.ql.ddl.DDLOperation;
import org.apache.hadoop.hive.ql.ddl.DDLOperationContext;
import org.apache.hadoop.hive.ql.ddl.DDLWork;
import org.apache.hadoop.hive.ql.ddl.table.AbstractAlterTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.add.AlterTableAddColumnsDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.add.AlterTableAddColumnsOperation;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnOperation;
import org.apache.hadoop.hive.ql.ddl.table.column.replace.AlterTableReplaceColumnsDesc;
import org.apache.hadoop.hive.ql.ddl.table.column.replace.AlterTableReplaceColumnsOperation;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Partition;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.api.StageType;

/**
 * Task of Hive's changes of a table's columns, which changes the columns' keys in the same step. Of
 * several at a time each changes what the others have left.
 */
public final class AlterColumnsTask extends Task<DDLWork> {
  private static final long serialVersionUID = 1L;

  @Override
  public int execute() {
    try {
      Closeable lock = TableFileHook.lock(tableName(), conf);
      try {
        return operation().execute();
      } finally {
        lock.close();
      }
    } catch (Exception e) {
      setException(e);
      LOG.error("Failed", e);
      return ErrorMsg.getErrorMsg(e.getMessage()).getErrorCode();
    }
  }

  private String tableName() {
    return ((AbstractAlterTableDesc) work.getDDLDesc()).getDbTableName();
  }

  private DDLOperation<?> operation() {
    // None of these operations asks for its task.
    DDLOperationContext operation =
        new DDLOperationContext(conf, context, null, work, queryState, queryPlan, console);
    DDLDesc desc = work.getDDLDesc();
    if (desc instanceof AlterTableAddColumnsDesc add) {
      return new AddColumns(operation, add);
    }
    return desc instanceof AlterTableChangeColumnDesc change
        ? new ChangeColumn(operation, change)
        : new ReplaceColumns(operation, (AlterTableReplaceColumnsDesc) desc);
  }

  private static final class AddColumns extends AlterTableAddColumnsOperation {
    AddColumns(DDLOperationContext context, AlterTableAddColumnsDesc desc) {
      super(context, desc);
    }

    @Override
    protected void doAlteration(Table table, Partition partition) throws HiveException {
      List<String> before = ChangedColumns.names(table);
      super.doAlteration(table, partition);
      ChangedColumns.replaced(table, before);
      TableRevision.count(table);
    }
  }

  private static final class ChangeColumn extends AlterTableChangeColumnOperation {
    ChangeColumn(DDLOperationContext context, AlterTableChangeColumnDesc desc) {
      super(context, desc);
    }

    @Override
    protected void doAlteration(Table table, Partition partition) throws HiveException {
      List<String> before = ChangedColumns.names(table);
      super.doAlteration(table, partition);
      ChangedColumns.renamed(table, before, desc.getOldColumnName(), desc.getNewColumnName());
      TableRevision.count(table);
    }
  }

  /** Operation of REPLACE COLUMNS, which Hive has for SerDes of its own only. */
  private static final class ReplaceColumns extends AlterTableReplaceColumnsOperation {
    ReplaceColumns(DDLOperationContext context, AlterTableReplaceColumnsDesc desc) {
      super(context, desc);
    }

    @Override
    protected void doAlteration(Table table, Partition partition) throws HiveException {
      List<String> before = ChangedColumns.names(table);
      table.getTTable().getSd().setCols(desc.getNewColumns());
      ChangedColumns.replaced(table, before);
      TableRevision.count(table);
    }
  }

  @Override
  public boolean requireLock() {
    return work != null && work.getNeedLock();
  }

  @Override
  public StageType getType() {
    return StageType.DDL;
  }

  @Override
  public String getName() {
    return "CIF_ALTER_COLUMNS";
  }
}
