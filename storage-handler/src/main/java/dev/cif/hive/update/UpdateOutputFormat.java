package dev.cif.hive.update;

import dev.cif.format.commit.SplitUpdate;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.HiveTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes column files that no reader sees yet from split-directories, row numbers and new values,
 * in the order of split-directory and row number. The output that Hive takes lists these files, and
 * the rows that a MERGE deletes and inserts.
 */
public final class UpdateOutputFormat extends FileOutputFormat<NullWritable, CifRowToWrite>
    implements HiveOutputFormat<NullWritable, CifRowToWrite> {
  static final String ID = "dev.cif.hive.update.id";
  static final String TABLE = "dev.cif.hive.update.table";

  /**
   * Names of the columns that are set, one a line; next their types, and the names of those that
   * are read.
   */
  static final String COLUMNS = "dev.cif.hive.update.columns";

  static final String TYPES = "dev.cif.hive.update.types";
  static final String SOURCES = "dev.cif.hive.update.sources";

  /**
   * Actions of a MERGE's clauses, one a line; a truth value for each stands before the new values.
   * Empty for an UPDATE.
   */
  static final String ACTIONS = "dev.cif.hive.update.actions";

  static final String UPDATE = "UPDATE";
  static final String DELETE = "DELETE";

  /** Action of rows of the source that no row of the table matches. */
  static final String INSERT = "INSERT";

  /** The table's folder. */
  static final String LOCATION = "dev.cif.hive.update.location";

  /**
   * Names of the columns of inserted rows, one a line, whose values stand behind those that are
   * set; next their types, and the names of those that are in the names of folders.
   */
  static final String INSERTED = "dev.cif.hive.update.inserted";

  static final String INSERTED_TYPES = "dev.cif.hive.update.inserted-types";
  static final String FOLDERS = "dev.cif.hive.update.folders";

  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path path,
      Class<? extends Writable> valueClass,
      boolean isCompressed,
      Properties properties,
      Progressable progress)
      throws IOException {
    List<TypeInfo> hiveTypes =
        lines(properties, TYPES).stream().map(TypeInfoUtils::getTypeInfoFromTypeString).toList();
    List<CifType> types = hiveTypes.stream().map(HiveTypes::toCif).toList();
    CifSchema columns = CifSchema.of(lines(properties, COLUMNS), types);
    WriteOptions options;
    TableColumns table;
    try {
      List<String> names = new ArrayList<>(lines(properties, COLUMNS));
      names.addAll(lines(properties, SOURCES));
      table = TableColumns.fromProperties(names, types, properties::getProperty);
      options = WriteOptions.fromProperties(columns, properties::getProperty);
    } catch (IllegalArgumentException e) {
      throw new CifException("table " + properties.getProperty(TABLE) + ": " + e.getMessage(), e);
    }
    FileSystem fs = path.getFileSystem(job);
    SplitUpdate.Plan plan =
        new SplitUpdate.Plan(
            table, columns, options, lines(properties, SOURCES), properties.getProperty(ID));
    List<String> actions = lines(properties, ACTIONS);
    int first = RowStatement.PLACES + actions.size();
    InsertedRows inserted =
        actions.contains(INSERT)
            ? new InsertedRows(job, properties, first + types.size(), progress)
            : null;
    RowPlaces places = new RowPlaces(properties.getProperty(LOCATION));
    RowConverter values = new RowConverter(hiveTypes, first);
    return new UpdateWriter(
        job, fs.create(path, true), plan, places, values, actions, inserted, progress);
  }

  static List<String> lines(Properties properties, String name) {
    String value = properties.getProperty(name, "");
    return value.isEmpty() ? List.of() : List.of(value.split("\n"));
  }

  @Override
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException("this output format is for Hive's UPDATE");
  }
}
