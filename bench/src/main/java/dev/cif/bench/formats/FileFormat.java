package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;

/**
 * File format with its settings. It writes Avro's records, and reads them back in two ways: by the
 * format's own input format, as a map function gets them, and by its fastest reader, which {@link
 * #scan} and {@link #lookup} use. A format without another reader scans by its input format.
 *
 * <p>A map function finds its format by name in the job's settings; all state of a scan is in the
 * {@link FieldValues}.
 */
public interface FileFormat {
  /** Bytes of a block of a file. */
  long BLOCK = 128L << 20;

  /** Returns the name in tables and on the command line, such as {@code CIF-DCSL}. */
  String name();

  /** Returns the library, version and settings, for a report. */
  default String description() {
    return name();
  }

  /** Returns the ending of the names of files. */
  String ending();

  /** Returns a file of a folder, or the split-directory in its place. */
  default Path file(Path folder, int number) {
    return new Path(folder, String.format("part-%05d%s", number, ending()));
  }

  /** Begins a file, which takes records of the schema. */
  RecordSink create(Configuration conf, Path file, Schema schema) throws IOException;

  /** Sets up a job to read some fields of the schema from a folder. */
  Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException;

  /** Returns a map function's access to the fields that the job was set up to read. */
  FieldValues values(Configuration conf, Schema schema, int[] fields) throws IOException;

  /** Returns the key in the form that the format's maps expect in {@code get}. */
  default Object mapKey(String key) {
    return key;
  }

  /**
   * Reads every value of some columns from a folder of one file, and returns {@link
   * Checksum#answer}. The file is opened anew, as a task would.
   */
  default long scan(Configuration conf, Path folder, Schema schema, int... columns)
      throws IOException, InterruptedException {
    Checksum checksum = new Checksum(schema);
    new InputScan(this, conf, folder, schema, columns)
        .sum(
            row -> {
              checksum.rows(1);
              for (int k = 0; k < columns.length; k++) {
                checksum.add(columns[k], Checksum.of(row.get(k)));
              }
              return 0;
            });
    return checksum.answer();
  }

  /**
   * Reads the value of one key of a map column in every row that has it, and returns {@link
   * Lookup#answer}.
   */
  default long lookup(Configuration conf, Path folder, Schema schema, int column, String key)
      throws IOException, InterruptedException {
    Lookup lookup = new Lookup(key);
    Object ofFormat = mapKey(key);
    new InputScan(this, conf, folder, schema, column)
        .sum(
            row -> {
              Object found = ((Map<?, ?>) row.get(0)).get(ofFormat);
              if (found != null) {
                lookup.found(Checksum.of(found));
              }
              return 0;
            });
    return lookup.answer();
  }

  /** Returns a copy of a buffer's bytes. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  /** Returns the schema with some fields only. */
  static Schema project(Schema schema, int... fields) {
    return Schema.createRecord(
        schema.getName(),
        schema.getDoc(),
        schema.getNamespace(),
        false,
        Arrays.stream(fields)
            .mapToObj(field -> schema.getFields().get(field))
            .map(field -> new Schema.Field(field.name(), field.schema(), field.doc()))
            .toList());
  }

  /** Gives the class of an input format the type that Hadoop's raw classes lack. */
  @SuppressWarnings("unchecked")
  static Class<? extends InputFormat<?, ?>> raw(Class<?> format) {
    return (Class<? extends InputFormat<?, ?>>) format;
  }
}
