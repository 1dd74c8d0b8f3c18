package dev.cif.hive;

import dev.cif.hive.handler.DiscoveringSerDe;
import dev.cif.hive.handler.InsertCommit;
import dev.cif.hive.handler.InsertOutputFormat;
import dev.cif.hive.handler.PartitionColumns;
import dev.cif.hive.handler.TableHook;
import dev.cif.hive.handler.TableStatistics;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.hive.metastore.HiveMetaHook;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.LockType;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.Context.Operation;
import org.apache.hadoop.hive.ql.ddl.table.AbstractAlterTableDesc;
import org.apache.hadoop.hive.ql.ddl.table.AlterTableType;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnDesc;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.DefaultStorageHandler;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;
import org.apache.hadoop.hive.ql.plan.TableDesc;
import org.apache.hadoop.hive.ql.stats.Partish;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.OutputFormat;

/**
 * Tables over data sets that live outside of Hive: {@code CREATE EXTERNAL TABLE t STORED BY
 * 'dev.cif.hive.CifStorageHandler' LOCATION '...'}. Tables that live in Hive are {@code STORED AS
 * CIF}; the README of this module has both side by side.
 */
@SuppressWarnings("rawtypes")
public final class CifStorageHandler extends DefaultStorageHandler {
  private static final Set<AlterTableType> ALLOWED =
      EnumSet.of(
          AlterTableType.ADDCOLS,
          AlterTableType.REPLACE_COLUMNS,
          AlterTableType.RENAME_COLUMN,
          AlterTableType.ADDPROPS,
          AlterTableType.DROPPROPS,
          AlterTableType.ALTERLOCATION,
          AlterTableType.RENAME,
          AlterTableType.OWNER,
          AlterTableType.UPDATESTATS);

  @Override
  public Class<? extends InputFormat> getInputFormatClass() {
    return CifInputFormat.class;
  }

  @Override
  public Class<? extends OutputFormat> getOutputFormatClass() {
    return InsertOutputFormat.class;
  }

  @Override
  public Class<? extends AbstractSerDe> getSerDeClass() {
    return DiscoveringSerDe.class;
  }

  @Override
  public HiveMetaHook getMetaHook() {
    return new TableHook(getConf());
  }

  @Override
  public void configureInputJobProperties(TableDesc table, Map<String, String> job) {
    Properties properties = table.getProperties();
    String location = properties.getProperty(hive_metastoreConstants.META_TABLE_LOCATION);
    if (location != null) {
      // Also without such columns: the job may have those of another table.
      List<String> names =
          PartitionColumns.names(properties.getProperty(PartitionColumns.PROPERTY));
      job.put(FolderColumns.SETTING, FolderColumns.setting(location, names));
    }
  }

  @Override
  public void configureOutputJobProperties(TableDesc table, Map<String, String> job) {
    InsertOutputFormat.begin(table.getProperties());
  }

  @Override
  public boolean commitInMoveTask() {
    return true;
  }

  @Override
  public void storageHandlerCommit(Properties properties, Operation operation)
      throws HiveException {
    try {
      InsertCommit commit = new InsertCommit(properties, getConf());
      if (operation == Operation.IOW) {
        commit.replace();
      } else {
        commit.append();
      }
    } catch (IOException e) {
      throw new HiveException(e.getMessage(), e);
    }
  }

  @Override
  public void validateSinkDesc(FileSinkDesc sink) throws SemanticException {
    if (sink.isCTASorCM()) {
      throw new SemanticException(
          "CREATE TABLE ... STORED BY ... AS SELECT is not possible: Hive tells the storage handler"
              + " not enough to commit the rows at once; create the table, then INSERT, or make a"
              + " table STORED AS CIF");
    }
  }

  @Override
  public LockType getLockType(WriteEntity output) {
    return output.getWriteType() == WriteEntity.WriteType.INSERT
        ? LockType.SHARED_READ
        : LockType.EXCLUSIVE;
  }

  @Override
  public boolean isAllowedAlterOperation(AlterTableType operation) {
    return ALLOWED.contains(operation);
  }

  @Override
  public void prepareAlterTableEnvironmentContext(
      AbstractAlterTableDesc statement, EnvironmentContext context) {
    if (statement instanceof AlterTableChangeColumnDesc change) {
      context.putToProperties(TableHook.RENAMED, change.getOldColumnName());
    }
  }

  @Override
  public boolean supportsTruncateOnNonNativeTables() {
    return true;
  }

  /** Hive gives only such tables the columns by which an UPDATE knows where a row stands. */
  @Override
  public AcidSupportType supportsAcidOperations() {
    return AcidSupportType.WITHOUT_TRANSACTIONS;
  }

  @Override
  public List<VirtualColumn> acidVirtualColumns() {
    return List.of(VirtualColumn.FILENAME, VirtualColumn.BLOCKOFFSET);
  }

  @Override
  public boolean canProvideBasicStatistics() {
    return true;
  }

  @Override
  public Map<String, String> getBasicStatistics(Partish part) {
    return new TableStatistics(getConf(), part.getTable()).basic();
  }

  @Override
  public boolean canComputeQueryUsingStats(Table table) {
    return new TableStatistics(getConf(), table).prepareAnswer();
  }
}
