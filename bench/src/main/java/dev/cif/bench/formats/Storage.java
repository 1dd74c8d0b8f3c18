package dev.cif.bench.formats;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;

/**
 * File format with its settings, as a MapReduce program uses it. Rows are written to files, and
 * read by the format's own input format as the objects that it hands to a map function.
 *
 * <p>A map function finds its storage by name in the job's settings; all state of a scan is in the
 * {@link Values}.
 */
public interface Storage {
  /** Bytes of a block of a file. */
  long BLOCK = 128L << 20;

  /** Returns the name in tables, such as {@code CIF-DCSL}. */
  String name();

  /** Begins a file of the folder, which takes Avro records of the schema. */
  Sink create(Configuration conf, Path folder, int number, Schema schema) throws IOException;

  /** Sets up a job to read some fields of the schema from a folder. */
  Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException;

  /** Returns a map function's access to the fields that the job was set up to read. */
  Values values(Configuration conf, Schema schema, int[] fields) throws IOException;

  /** Returns the key in the form that the format's maps expect in {@code get}. */
  Object mapKey(String key);

  /** Receiver of rows. */
  interface Sink extends Closeable {
    void write(GenericRecord row) throws IOException;

    /** Combines a writer of rows and a file to close. */
    static Sink of(Rows rows, Closeable file) {
      return new Sink() {
        @Override
        public void write(GenericRecord row) throws IOException {
          rows.write(row);
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }

  /** Writer of rows. */
  interface Rows {
    void write(GenericRecord row) throws IOException;
  }

  /** Access to the fields of rows. */
  interface Values {
    /** Begins a row with the input format's key and value. */
    void row(Object key, Object value) throws IOException;

    /**
     * Returns the value of the {@code k}-th field that is read, in the format's own objects:
     * strings as {@code CharSequence} or {@code Text}, numbers as {@code Number} or Writables, maps
     * as {@code Map}.
     */
    Object get(int k) throws IOException;
  }

  /** Returns a copy of a buffer's bytes. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  /** Returns the schema with some fields only. */
  static Schema project(Schema schema, int[] fields) {
    List<Schema.Field> kept = new ArrayList<>();
    for (int field : fields) {
      Schema.Field f = schema.getFields().get(field);
      kept.add(new Schema.Field(f.name(), f.schema(), f.doc()));
    }
    return Schema.createRecord(
        schema.getName(), schema.getDoc(), schema.getNamespace(), false, kept);
  }
}
