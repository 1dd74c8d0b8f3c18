package dev.cif.bench.formats;

import java.io.Closeable;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;

/** Receiver of records, each of which is valid during the call. */
public interface RecordSink extends Closeable {
  void write(GenericRecord row) throws IOException;

  /** Writer of records, without the file to close. */
  interface Rows {
    void write(GenericRecord row) throws IOException;
  }

  /** Combines a writer of records and a file to close. */
  static RecordSink of(Rows rows, Closeable file) {
    return new RecordSink() {
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
