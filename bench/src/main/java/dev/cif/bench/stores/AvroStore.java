package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.Substring;
import dev.cif.bench.formats.AvroFormat;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.mapred.FsInput;
import org.apache.avro.util.Utf8;

/** Store of Avro data files. A look-up reads the partition until it finds the key. */
final class AvroStore extends FileStore {
  private final String codec;

  /**
   * Creates a store with a codec.
   *
   * @param codec Avro's name of the codec
   */
  AvroStore(Schema index, Path folder, String codec) {
    super(index, folder);
    this.codec = codec;
  }

  @Override
  public String description() {
    return "Avro data files, codec " + codec + "; a look-up scans the partition";
  }

  @Override
  public boolean wantsKeyOrder() {
    return false;
  }

  @Override
  RecordSink create(org.apache.hadoop.fs.Path file) throws IOException {
    return new AvroFormat("avro", codec).create(conf, file, schema);
  }

  private DataFileReader<GenericRecord> read(org.apache.hadoop.fs.Path file, int[] fields)
      throws IOException {
    return new DataFileReader<>(
        new FsInput(file, conf),
        new GenericDatumReader<>(schema, FileFormat.project(schema, fields)));
  }

  @Override
  public Client open() {
    return new Client() {
      @Override
      public Object[] lookup(EventKey key, int[] fields) throws IOException {
        return find(key, fields);
      }

      @Override
      public long count(int field, String part, List<EventKey> partitions) throws IOException {
        byte[] pattern = Substring.bytes(part);
        long count = 0;
        int[] only = {inFile(field)};
        for (EventKey key : partitions) {
          try (DataFileReader<GenericRecord> rows = read(part(key), only)) {
            GenericRecord row = null;
            while (rows.hasNext()) {
              row = rows.next(row);
              Utf8 text = (Utf8) row.get(0);
              count += Substring.isIn(text.getBytes(), 0, text.getByteLength(), pattern) ? 1 : 0;
            }
          }
        }
        return count;
      }

      @Override
      public void close() {}
    };
  }

  private Object[] find(EventKey key, int[] fields) throws IOException {
    int keyFields = EventIndex.KEY_FIELDS - EventIndex.PARTITION_FIELDS;
    int[] wanted =
        IntStream.concat(
                IntStream.range(0, keyFields),
                Arrays.stream(fields).map(FileStore::inFile).filter(f -> f >= keyFields))
            .toArray();
    try (DataFileReader<GenericRecord> rows = read(part(key), wanted)) {
      GenericRecord row = null;
      while (rows.hasNext()) {
        row = rows.next(row);
        if (isOf(row, key)) {
          Object[] values = ofPartition(key, fields);
          for (int i = 0; i < fields.length; i++) {
            if (fields[i] >= EventIndex.PARTITION_FIELDS) {
              values[i] = row.get(index.getFields().get(fields[i]).name());
            }
          }
          return values;
        }
      }
    }
    return null;
  }

  private static boolean isOf(GenericRecord row, EventKey key) {
    int last = EventIndex.EVENT - EventIndex.PARTITION_FIELDS;
    if ((Long) row.get(last) != key.event()) {
      return false;
    }
    for (int f = 0; f < last; f++) {
      if (!row.get(f).toString().equals(key.value(f + EventIndex.PARTITION_FIELDS))) {
        return false;
      }
    }
    return true;
  }
}
