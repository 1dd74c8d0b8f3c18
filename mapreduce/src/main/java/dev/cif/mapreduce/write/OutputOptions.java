package dev.cif.mapreduce.write;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.mapreduce.avro.AvroLibrary;
import dev.cif.mapreduce.avro.AvroSchemas;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings of a job's output, in its configuration. The properties of {@link WriteOptions} apply as
 * for Hive's tables.
 */
public final class OutputOptions {
  /** Avro schema of the records, as JSON; must be set. */
  public static final String SCHEMA = "cif.mapreduce.output.schema";

  /** Bytes at which a task closes a split-directory and begins another. */
  public static final String SPLIT_SIZE = "cif.split.size";

  /** Default of {@link #SPLIT_SIZE}: 512 MiB. */
  public static final long DEFAULT_SPLIT_SIZE = 512L << 20;

  private final Schema schema;
  private final CifSchema columns;
  private final WriteOptions write;
  private final long splitSize;

  private OutputOptions(Schema schema, CifSchema columns, WriteOptions write, long splitSize) {
    this.schema = schema;
    this.columns = columns;
    this.write = write;
    this.splitSize = splitSize;
  }

  /** Sets {@link #SCHEMA}. */
  public static void setSchema(Configuration job, Schema schema) {
    job.set(SCHEMA, schema.toString());
  }

  /**
   * Reads and checks the settings.
   *
   * @throws CifException with the property, its value and the allowed values
   */
  public static OutputOptions from(Configuration job) throws CifException {
    AvroLibrary.expectRecent();
    String json = job.get(SCHEMA);
    if (json == null) {
      throw new CifException(
          SCHEMA + " is not set; call ColumnOutputFormat.setSchema with the records' Avro schema");
    }
    try {
      Schema schema = new Schema.Parser().parse(json);
      CifSchema columns = AvroSchemas.fromAvro(schema);
      WriteOptions write = WriteOptions.fromProperties(columns, job::get);
      write.sorting().order().expectFit(columns);
      columns.columns().forEach(column -> write.column(column.name()).expectFit(column));
      return new OutputOptions(schema, columns, write, splitSize(job));
    } catch (SchemaParseException e) {
      throw new CifException(SCHEMA + " is no Avro schema: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new CifException("the settings of the output: " + e.getMessage(), e);
    }
  }

  private static long splitSize(Configuration job) {
    String given = job.get(SPLIT_SIZE, Long.toString(DEFAULT_SPLIT_SIZE)).strip();
    try {
      long size = Long.parseLong(given);
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the allowed values.
    }
    throw new IllegalArgumentException(
        SPLIT_SIZE + " is '" + given + "': a number of bytes from 1 on is allowed");
  }

  Schema schema() {
    return schema;
  }

  CifSchema columns() {
    return columns;
  }

  WriteOptions write() {
    return write;
  }

  long splitSize() {
    return splitSize;
  }
}
