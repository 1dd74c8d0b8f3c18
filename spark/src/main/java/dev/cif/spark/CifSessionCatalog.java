package dev.cif.spark;

import dev.cif.format.read.TableProperties;
import dev.cif.spark.table.Metastore;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Session catalog in which tables {@code USING cif} are tables of this data source. Spark 3.5 needs
 * it for such tables: its own catalog knows file formats of its older interface only. Set {@code
 * spark.sql.catalog.spark_catalog} to this class. Tables that Hive made {@code STORED AS CIF} are
 * such tables, too. All others are left to Spark's catalog.
 */
public final class CifSessionCatalog extends DelegatingCatalogExtension {
  /** Prefix of properties that Spark's catalog makes of a table's options. */
  private static final String OPTION = "option.";

  private static final String SERDE = "dev.cif.hive.serde.CifSerDe";

  private static boolean isOurs(String provider) {
    return provider != null
        && (provider.toLowerCase(Locale.ROOT).equals(CifDataSource.NAME)
            || provider.equals(CifDataSource.class.getName()));
  }

  @Override
  public Table loadTable(Identifier ident) throws NoSuchTableException {
    Identifier filled = filled(ident);
    if (filled != null && tableExists(filled) && loadTable(filled) instanceof CifTable table) {
      return table.fill();
    }
    return ours(ident, super.loadTable(ident));
  }

  /** Returns the table that a name such as {@code t.fill} is of; null if it is of none. */
  private Identifier filled(Identifier ident) {
    String[] above = ident.namespace();
    if (!ident.name().equalsIgnoreCase(FillTable.NAME)
        || above.length == 0
        || above.length > 2
        || (above.length == 1 && super.tableExists(ident))) {
      return null;
    }
    String database =
        above.length == 2 ? above[0] : SparkSession.active().catalog().currentDatabase();
    return Identifier.of(new String[] {database}, above[above.length - 1]);
  }

  private static Table ours(Identifier ident, Table table) {
    if (table instanceof V1Table hive && isOfHive(hive) && !Metastore.isAsHive()) {
      return ofHive(ident, hive);
    }
    if (table == null || !isOurs(table.properties().get(TableCatalog.PROP_PROVIDER))) {
      return table;
    }
    return new CifTable(
        new TableFolder(options(table.properties())), schema(table), table.partitioning());
  }

  @SuppressWarnings("deprecation")
  private static StructType schema(Table table) {
    return table.schema();
  }

  /** Returns true for a table that Hive made with {@code STORED AS CIF}. */
  private static boolean isOfHive(V1Table table) {
    Option<String> serde = table.v1Table().storage().serde();
    return "hive".equalsIgnoreCase(table.properties().get(TableCatalog.PROP_PROVIDER))
        && serde.isDefined()
        && serde.get().equals(SERDE)
        && !table.properties().containsKey("storage_handler");
  }

  private static Table ofHive(Identifier ident, V1Table table) {
    Map<String, String> properties = table.properties();
    if (Boolean.parseBoolean(properties.get("transactional"))) {
      throw new UnsupportedOperationException(
          "table "
              + ident
              + " is transactional: only Hive knows which of its files count; read it there");
    }
    Map<String, String> options = options(properties);
    options.put("path", table.v1Table().storage().locationUri().get().toString());
    Metastore metastore = new Metastore(ident, CifTable.keys(table.partitioning()));
    TableFolder folder = new TableFolder(options, metastore);
    StructType columns = SparkTypes.ofHive(schema(table));
    return table.partitioning().length > 0
        ? new PartitionedTable(folder, columns, table.partitioning())
        : new CifTable(folder, columns, table.partitioning());
  }

  /** Returns the options of a table of the properties: its own, and the path of its folder. */
  private static Map<String, String> options(Map<String, String> properties) {
    Map<String, String> options = new HashMap<>(properties);
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(OPTION)) {
            options.put(key.substring(OPTION.length()), value);
          }
        });
    if (properties.containsKey(TableCatalog.PROP_LOCATION)) {
      options.put("path", properties.get(TableCatalog.PROP_LOCATION));
    }
    return options;
  }

  @Override
  public Table createTable(
      Identifier ident, Column[] columns, Transform[] partitions, Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    TableFolder folder = new TableFolder(options(properties));
    if (!isOurs(properties.get(TableCatalog.PROP_PROVIDER)) || !folder.isNamed()) {
      return ours(ident, super.createTable(ident, columns, partitions, properties));
    }
    // Keys and defaults of a table file are the table's from now on.
    Map<String, String> all = new HashMap<>(folder.columnProperties());
    all.putAll(properties);
    if (columns.length > 0) {
      return ours(ident, super.createTable(ident, columns, partitions, all));
    }
    Column[] found =
        Arrays.stream(folder.schema().fields())
            .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
            .toArray(Column[]::new);
    Transform[] folders = CifDataSource.partitioning(folder.keys());
    return ours(ident, super.createTable(ident, found, folders, all));
  }

  /** Alters a table. The columns of a CIF table keep their values. */
  @Override
  public Table alterTable(Identifier ident, TableChange... changes) throws NoSuchTableException {
    if (!(loadTable(ident) instanceof CifTable table)) {
      return ours(ident, super.alterTable(ident, changes));
    }
    TableChange[] all = table.changes(changes);
    Metastore metastore = table.metastore();
    TableChange[] left = metastore == null ? all : metastore.add(all);
    if (left.length > 0) {
      super.alterTable(ident, left);
    }
    try {
      Table now = loadTable(ident);
      if (now instanceof CifTable changed
          && changed.describe(ident, revision -> setRevision(ident, revision))) {
        now = loadTable(ident);
      }
      return now;
    } catch (IOException e) {
      throw TableFolder.unchecked(e);
    }
  }

  private void setRevision(Identifier ident, long revision) throws IOException {
    try {
      super.alterTable(
          ident, TableChange.setProperty(TableProperties.REVISION, Long.toString(revision)));
    } catch (NoSuchTableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
