package dev.cif.hive;

import dev.cif.hive.handler.DiscoveringSerDe;
import dev.cif.hive.handler.InsertCommit;
import dev.cif.hive.handler.InsertOutputFormat;
import dev.cif.hive.handler.TableHook;
import dev.cif.hive.statistics.StoredByStatistics;
import dev.cif.hive.statistics.TableStatistics;
import dev.cif.hive.table.FolderColumns;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.version.HiveFeatures;
import dev.cif.hive.version.HiveSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaHook;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LockType;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.metastore.utils.MetaStoreUtils;
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
 * Storage handler of tables over data sets that live outside of Hive: {@code CREATE EXTERNAL TABLE
 * t STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '...'}. Tables that live in Hive are {@code
 * STORED AS CIF}; the README of this module compares both.
 */
@SuppressWarnings("rawtypes")
public final class CifStorageHandler extends DefaultStorageHandler {
  /** Names of {@link AlterTableType}, which Hive before 4.0 does not have. */
  private static final Set<String> ALLOWED =
      Set.of(
          "ADDCOLS",
          "RENAME_COLUMN",
          "REPLACE_COLUMNS",
          "EXECUTE",
          "ADDPROPS",
          "DROPPROPS",
          "ALTERLOCATION",
          "RENAME",
          "OWNER",
          "UPDATESTATS");

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if this Hive is older than 4.0
   */
  @Override
  public void setConf(Configuration conf) {
    if (!HiveFeatures.IS_4) {
      throw new IllegalStateException(
          "STORED BY CifStorageHandler needs Hive 4.0 or newer, and this is Hive "
              + HiveFeatures.version()
              + ": make the table STORED AS CIF, with the data set's folder as its LOCATION");
    }
    super.setConf(conf);
  }

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
      // Set even without such columns: the job may have those of another table.
      List<String> names =
          PartitionColumns.names(properties.getProperty(PartitionColumns.PROPERTY));
      job.put(FolderColumns.SETTING, FolderColumns.setting(location, names));
    }
  }

  @Override
  public void configureOutputJobProperties(TableDesc table, Map<String, String> job) {
    InsertOutputFormat.begin(table.getProperties());
    // Merging would have the tasks write elsewhere, and replace the table by the merged files.
    HiveSettings.mergeNoFiles(getConf());
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

  /** An UPDATE keeps out others of the columns that it sets by locks of its own. */
  @Override
  public LockType getLockType(WriteEntity output) {
    return switch (output.getWriteType()) {
      case INSERT -> LockType.SHARED_READ;
      case UPDATE -> LockType.SHARED_WRITE;
      default -> LockType.EXCLUSIVE;
    };
  }

  /** For policies on places of storage handlers; of the folder's own Hive asks besides. */
  @Override
  public URI getURIForAuth(org.apache.hadoop.hive.metastore.api.Table table)
      throws URISyntaxException {
    return new URI("cif", table.getDbName(), "/" + table.getTableName(), null, null);
  }

  @Override
  public boolean isAllowedAlterOperation(AlterTableType operation) {
    return ALLOWED.contains(operation.name());
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

  @Override
  public boolean canUseTruncate(Table table, Map<String, String> partition)
      throws SemanticException {
    boolean isExternal = MetaStoreUtils.isExternalTable(table.getTTable());
    if (isExternal && !MetaStoreUtils.isExternalTablePurge(table.getTTable())) {
      throw new SemanticException(
          "TRUNCATE of "
              + table.getFullyQualifiedName()
              + ": its rows are not Hive's to remove; set the table property external.table.purge"
              + " to true if they are");
    }
    return true;
  }

  /** Returns the support by which Hive adds the columns that locate a row for an UPDATE. */
  @Override
  public AcidSupportType supportsAcidOperations() {
    return AcidSupportType.WITHOUT_TRANSACTIONS;
  }

  @Override
  public List<VirtualColumn> acidVirtualColumns() {
    return List.of(VirtualColumn.FILENAME, VirtualColumn.BLOCKOFFSET);
  }

  /**
   * Refuses a DELETE or MERGE, and an UPDATE that the hook did not get: Hive asks for these columns
   * when it plans one.
   */
  @Override
  public List<FieldSchema> acidSelectColumns(Table table, Operation operation) {
    throw new UnsupportedOperationException(
        "of a table STORED BY CifStorageHandler rows can't be deleted or merged, and UPDATE needs"
            + " hive.semantic.analyzer.hook to be dev.cif.hive.CifHook; nothing was changed");
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
  public boolean canProvideColStatistics(Table table) {
    return true;
  }

  @Override
  public List<ColumnStatisticsObj> getColStatistics(Table table) {
    return StoredByStatistics.of(getConf(), table);
  }

  /** Returns the statistics of some columns at least: the question of Hive 4.2. */
  @SuppressWarnings("MissingOverride")
  public List<ColumnStatisticsObj> getColStatistics(Table table, List<String> columns) {
    return getColStatistics(table);
  }

  @Override
  public boolean canComputeQueryUsingStats(Table table) {
    return new TableStatistics(getConf(), table).prepareAnswer();
  }
}
