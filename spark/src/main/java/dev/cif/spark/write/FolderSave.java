package dev.cif.spark.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.spark.table.TableFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Save of a data frame into a folder, by {@code df.write().save(path)}. Spark's newer interface
 * knows the modes append and overwrite only. So a save comes by way of the older one, decides the
 * mode here, and then writes by way of the newer one.
 */
public final class FolderSave {
  /** Option of a write that has been here. */
  private static final String DIRECT = "dev.cif.spark.direct";

  /** Option in which Spark passes the names of columns that are folders, as a JSON array. */
  private static final String FOLDERS = "__partition_columns";

  private static final ObjectMapper JSON = new ObjectMapper();

  private FolderSave() {}

  /** Returns true if the options are those of a write whose mode is decided. */
  public static boolean isDirect(CaseInsensitiveStringMap options) {
    return options.containsKey(DIRECT);
  }

  /**
   * Saves a data frame.
   *
   * @throws IllegalStateException if the folder exists and must not
   */
  public static BaseRelation run(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    Map<String, String> options = new HashMap<>();
    scala.collection.Iterator<String> keys = parameters.keysIterator();
    while (keys.hasNext()) {
      String key = keys.next();
      options.put(key, parameters.get(key).get());
    }
    TableFolder folder = new TableFolder(options);
    String path = folder.path();
    if (ColumnFill.isAsked(folder.options()) && mode != SaveMode.Append) {
      throw new IllegalArgumentException(
          ColumnFill.OPTION + " sets columns of rows that are there: save in mode append");
    }
    boolean exists = mode != SaveMode.Append && mode != SaveMode.Overwrite && folder.exists();
    if (exists && mode == SaveMode.ErrorIfExists) {
      throw new IllegalStateException(
          path + " exists already; save in mode append or overwrite, or elsewhere");
    }
    if (!exists) {
      List<String> folders = folders(folder.options().get(FOLDERS));
      options.keySet().removeIf(key -> key.equalsIgnoreCase(FOLDERS));
      options.put(DIRECT, "true");
      DataFrameWriter<Row> writer =
          data.write()
              .format("cif")
              .mode(mode == SaveMode.Overwrite ? SaveMode.Overwrite : SaveMode.Append)
              .options(options);
      if (!folders.isEmpty()) {
        writer = writer.partitionBy(folders.toArray(String[]::new));
      }
      writer.save();
    }
    return new Saved(context, data.schema());
  }

  /** Reads a JSON array of texts, such as Spark writes it; none for null. */
  static List<String> folders(String json) {
    if (json == null) {
      return List.of();
    }
    try {
      return List.of(JSON.readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("option " + FOLDERS + " is " + json, e);
    }
  }

  /** Result of a save, of which Spark asks the columns. */
  private static final class Saved extends BaseRelation {
    private final SQLContext context;
    private final StructType schema;

    Saved(SQLContext context, StructType schema) {
      this.context = context;
      this.schema = schema;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return schema;
    }
  }
}
