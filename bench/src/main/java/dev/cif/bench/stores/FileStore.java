package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.system.FileTree;
import dev.cif.bench.system.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;

/** Store of files in one folder a partition, whose name holds the columns of the partition. */
abstract class FileStore implements EventStore {
  /** Fields in the files. */
  final Schema schema;

  /** Fields of the whole index. */
  final Schema index;

  final Path folder;
  final Configuration conf = new Configuration();

  FileStore(Schema index, Path folder) {
    this.index = index;
    this.folder = folder;
    int fields = index.getFields().size();
    schema =
        FileFormat.project(index, IntStream.range(EventIndex.PARTITION_FIELDS, fields).toArray());
  }

  /** Returns the position, in files, of a field of the index. */
  static int inFile(int field) {
    return field - EventIndex.PARTITION_FIELDS;
  }

  /** Returns the file of a partition, or the folder in its place. */
  final org.apache.hadoop.fs.Path part(EventKey key) {
    return part(folder.resolve(key.partition(index)));
  }

  private static org.apache.hadoop.fs.Path part(Path partition) {
    return new org.apache.hadoop.fs.Path(partition.resolve("part-0").toUri());
  }

  /** Returns the wanted values of the partition's columns; null at other fields. */
  static Object[] ofPartition(EventKey key, int[] fields) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = fields[i] < EventIndex.PARTITION_FIELDS ? key.value(fields[i]) : null;
    }
    return values;
  }

  /** Begins the file of a partition, or the folder in its place. */
  abstract RecordSink create(org.apache.hadoop.fs.Path file) throws IOException;

  /** Writes the rows without the fields of the partition. */
  @Override
  public final RecordSink partition(EventKey first) throws IOException {
    RecordSink file = create(part(first));
    GenericRecord inFile = new GenericData.Record(schema);
    int fields = schema.getFields().size();
    return RecordSink.of(
        row -> {
          for (int f = 0; f < fields; f++) {
            inFile.put(f, row.get(f + EventIndex.PARTITION_FIELDS));
          }
          file.write(inFile);
        },
        file);
  }

  @Override
  public long bytes() throws IOException {
    return FileTree.bytes(folder);
  }

  @Override
  public void forget() throws IOException {
    PageCache.drop(FileTree.files(folder));
  }

  @Override
  public void close() {}
}
