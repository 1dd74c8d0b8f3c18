package dev.cif.spark;

import dev.cif.spark.read.CifScanBuilder;
import dev.cif.spark.read.FolderCondition;
import dev.cif.spark.table.Metastore;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.CifWriteBuilder;
import dev.cif.spark.write.ColumnFill;
import dev.cif.spark.write.FolderDelete;
import dev.cif.spark.write.FolderSave;
import dev.cif.spark.write.RowOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Table of split-directories below a folder. Immutable, as are its subclasses. */
class CifTable
    implements SupportsRead,
        SupportsWrite,
        SupportsDeleteV2,
        SupportsRowLevelOperations,
        SupportsMetadataColumns {
  private final TableFolder folder;
  private final StructType schema;
  private final Transform[] partitioning;

  /**
   * Creates a table.
   *
   * @param schema columns, those that are folders included
   * @param partitioning columns that are folders; if there are none, the folders themselves tell
   * @throws IllegalArgumentException if rows are to be divided by anything but columns
   */
  CifTable(TableFolder folder, StructType schema, Transform[] partitioning) {
    this.folder = folder;
    this.schema = schema;
    this.partitioning = partitioning.clone();
    for (Transform transform : partitioning) {
      if (!transform.name().equals("identity")
          || transform.references()[0].fieldNames().length > 1) {
        throw new IllegalArgumentException(
            "data source cif divides tables by columns only, not by " + transform.describe());
      }
    }
  }

  private List<String> declaredKeys() {
    return keys(partitioning);
  }

  /** Returns the columns that are folders, from the outermost on. */
  static List<String> keys(Transform... partitioning) {
    List<String> keys = new ArrayList<>();
    for (Transform transform : partitioning) {
      keys.add(transform.references()[0].fieldNames()[0]);
    }
    return keys;
  }

  @Override
  public String name() {
    return CifDataSource.NAME + (folder.isNamed() ? " " + folder.path() : "");
  }

  @Override
  @Deprecated
  public StructType schema() {
    return schema;
  }

  @Override
  public Transform[] partitioning() {
    return partitioning.clone();
  }

  @Override
  public Map<String, String> properties() {
    return folder.options().asCaseSensitiveMap();
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return RowAddress.columns();
  }

  /** Returns the table whose rows set columns of this one's. */
  Table fill() {
    return new FillTable(folder, schema, declaredKeys());
  }

  /** Returns the metastore that has the table; null for a table of Spark's alone. */
  Metastore metastore() {
    return folder.metastore();
  }

  /** Returns changes of the table by ALTER TABLE, with those of its properties. */
  TableChange[] changes(TableChange... changes) {
    List<String> names =
        TableFolder.stored(schema, declaredKeys()).stream().map(StructField::name).toList();
    TableChange[] all = ColumnChanges.of(names, folder.options().asCaseSensitiveMap(), changes);
    boolean isPlaced = partitioning.length > 0 && folder.metastore() == null;
    return isPlaced ? ColumnChanges.beforeFolders(names, all) : all;
  }

  /** Returns the columns of the table as a struct. */
  StructType struct() {
    return schema;
  }

  /** Returns the folder of the table. */
  TableFolder folder() {
    return folder;
  }

  /**
   * Makes the folder's table file, if there is one, follow the table that was altered. Returns true
   * if it has a new revision.
   */
  boolean describe(Identifier ident, TableFileSync.RevisionSetter catalog) throws IOException {
    String[] above = ident.namespace();
    String database = above.length == 0 ? "default" : above[above.length - 1];
    return TableFileSync.run(
        folder, database + "." + ident.name(), TableFolder.stored(schema, declaredKeys()), catalog);
  }

  /** Returns true if a catalog made the table, which names the provider among its properties. */
  private boolean isOfCatalog() {
    return folder.options().containsKey(TableCatalog.PROP_PROVIDER);
  }

  /**
   * Returns the capabilities. A table that DataFrameWriter names by its path alone is written by
   * way of {@link CifDataSource#createRelation}.
   */
  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> all = EnumSet.of(TableCapability.BATCH_READ);
    if (isOfCatalog() || FolderSave.isDirect(folder.options())) {
      all.add(TableCapability.BATCH_WRITE);
      all.add(TableCapability.TRUNCATE);
      all.add(TableCapability.OVERWRITE_BY_FILTER);
      all.add(TableCapability.OVERWRITE_DYNAMIC);
    }
    return all;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    TableFolder read = folder.with(options);
    boolean mayLack = isOfCatalog() && !read.exists();
    List<String> keys = partitioning.length > 0 || mayLack ? declaredKeys() : read.keys();
    return new CifScanBuilder(read, schema, keys, mayLack);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    if (ColumnFill.isAsked(info.options())) {
      return ColumnFill.of(folder.with(info.options()), info.schema(), folder.keys(), null);
    }
    return new CifWriteBuilder(folder.with(info.options()), declaredKeys(), info);
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    TableFolder changed = folder.with(info.options());
    return () ->
        new RowOperation(info.command(), changed, schema, declaredKeys(), this::newScanBuilder);
  }

  /** Returns true if the conditions are on columns that are folders, or always true. */
  @Override
  public boolean canDeleteWhere(Predicate[] predicates) {
    return FolderCondition.of(predicates, schema, declaredKeys()) != null;
  }

  @Override
  public void deleteWhere(Predicate[] predicates) {
    FolderDelete.run(folder, schema, FolderCondition.of(predicates, schema, declaredKeys()));
  }
}
