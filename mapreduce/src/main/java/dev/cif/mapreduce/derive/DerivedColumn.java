package dev.cif.mapreduce.derive;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.avro.AvroSchemas;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Map-only job that adds a column to a data set in place (paper, section 4.3). A function over
 * chosen columns computes its values, which become one more file in each split-directory. Nothing
 * else is read or written.
 *
 * <pre>{@code
 * Job job = Job.getInstance(conf);
 * ColumnInputFormat.addInputPath(job, new Path("/data/2011-01-01"));
 * DerivedColumn.set(job, "url", "host", Schema.create(Schema.Type.STRING), HostOfUrl.class);
 * job.waitForCompletion(true);
 * }</pre>
 *
 * <p>Tasks write files that no reader sees. When all have succeeded, the job publishes them. A job
 * that fails or is killed before that leaves nothing. In a table with a table file the column is
 * one change of its history. Elsewhere the job publishes one split-directory after the other, each
 * by one rename. Killed meanwhile, it leaves the column in some, and readers see NULL in the
 * others. Run again, the job adds the column where it is missing.
 */
public final class DerivedColumn {
  /** Name of the column. */
  public static final String NAME = "cif.mapreduce.derived.name";

  /** Avro schema of the column's values, as JSON. */
  public static final String SCHEMA = "cif.mapreduce.derived.schema";

  /** Class of the function. */
  public static final String FUNCTION = "cif.mapreduce.derived.function";

  /**
   * Function that computes the value of the new column in a row. Tasks create it by its constructor
   * without parameters, which may be private. A function that is {@link
   * org.apache.hadoop.conf.Configurable} gets the job's configuration.
   */
  @FunctionalInterface
  public interface Function {
    /**
     * Returns the value for a row.
     *
     * @param row record with the chosen columns; it is used again for the next row
     * @return an object that fits the schema; null if the schema allows it
     */
    Object apply(GenericRecord row) throws IOException;
  }

  private final String name;
  private final Schema schema;
  private final CifType type;
  private final ColumnOptions options;

  private DerivedColumn(String name, Schema schema, CifType type, ColumnOptions options) {
    this.name = name;
    this.schema = schema;
    this.type = type;
    this.options = options;
  }

  /**
   * Sets a job up to add a column. The input paths, the reading ({@link ScanOptions}) and the
   * properties of the new column ({@link WriteOptions}) are set as for other jobs.
   *
   * @param columns columns that the function uses, comma-separated
   * @param name name of the new column
   * @param schema Avro schema of its values
   */
  public static void set(
      Job job, String columns, String name, Schema schema, Class<? extends Function> function) {
    Configuration conf = job.getConfiguration();
    conf.set(NAME, name);
    conf.set(SCHEMA, schema.toString());
    conf.setClass(FUNCTION, function, Function.class);
    ScanOptions.setColumns(conf, columns);
    job.setJarByClass(function);
    job.setInputFormatClass(DerivedColumnInputFormat.class);
    job.setMapperClass(DerivedColumnMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(DerivedColumnOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
  }

  /**
   * Reads and checks the settings.
   *
   * @throws CifException with the property, its value and the allowed values
   */
  static DerivedColumn from(Configuration job) throws CifException {
    String name = job.get(NAME, "");
    String json = job.get(SCHEMA);
    if (name.isEmpty() || json == null || job.get(ScanOptions.COLUMNS) == null) {
      throw new CifException(
          "one of "
              + List.of(NAME, SCHEMA, ScanOptions.COLUMNS)
              + " is not set; set the job up with DerivedColumn.set");
    }
    if (job.get(ScanOptions.PREDICATE) != null) {
      throw new CifException(
          ScanOptions.PREDICATE + " is set, but a column needs a value for every row; unset it");
    }
    try {
      Schema schema = new Schema.Parser().parse(json);
      CifType type = AvroSchemas.type(schema);
      CifSchema column = CifSchema.of(List.of(name), List.of(type));
      ColumnOptions options = WriteOptions.fromProperties(column, job::get).column(name);
      options.expectFit(column.column(0));
      return new DerivedColumn(name, schema, type, options);
    } catch (SchemaParseException e) {
      throw new CifException(SCHEMA + " is no Avro schema: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new CifException("the settings of the column '" + name + "': " + e.getMessage(), e);
    }
  }

  static Function function(Configuration job) throws CifException {
    Class<? extends Function> type;
    try {
      type = job.getClass(FUNCTION, null, Function.class);
    } catch (RuntimeException e) {
      throw new CifException(FUNCTION + " is '" + job.get(FUNCTION) + "': " + e.getMessage(), e);
    }
    if (type == null) {
      throw new CifException(FUNCTION + " is not set; set the job up with DerivedColumn.set");
    }
    return ReflectionUtils.newInstance(type, job);
  }

  String name() {
    return name;
  }

  Schema schema() {
    return schema;
  }

  CifType type() {
    return type;
  }

  ColumnOptions options() {
    return options;
  }
}
