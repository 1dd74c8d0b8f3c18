package dev.cif.spark;

import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.FolderSave;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Data source {@code cif}: {@code spark.read().format("cif").load(path)}, {@code
 * df.write().format("cif").save(path)}, and tables {@code USING cif}. Its options are those of
 * docs/SPARK.md, and settings {@code spark.datasource.cif.*} are defaults of them.
 */
public final class CifDataSource
    implements TableProvider, DataSourceRegister, SessionConfigSupport, CreatableRelationProvider {
  /** Name of the data source. */
  public static final String NAME = "cif";

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String keyPrefix() {
    return NAME;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return new TableFolder(options).schema();
  }

  @Override
  public Transform[] inferPartitioning(CaseInsensitiveStringMap options) {
    return partitioning(new TableFolder(options).keys());
  }

  static Transform[] partitioning(List<String> keys) {
    return keys.stream().map(Expressions::identity).toArray(Transform[]::new);
  }

  /** Returns true: the columns and the folders may be given, as CREATE TABLE does. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new CifTable(new TableFolder(properties), schema, partitioning);
  }

  /** Saves a data frame in any of the four modes; Spark's newer interface knows two. */
  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    return FolderSave.run(context, mode, parameters, data);
  }

  /** Returns true; Spark 4 asks. Types without a counterpart are refused with the column's name. */
  public boolean supportsDataType(DataType type) {
    return true;
  }
}
