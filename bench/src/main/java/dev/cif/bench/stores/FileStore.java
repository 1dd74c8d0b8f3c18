package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.Storage;
import dev.cif.bench.system.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;

/** Store of files in one folder a partition, whose name holds the columns of the partition. */
abstract class FileStore implements Store {
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
    schema = Storage.project(index, IntStream.range(EventIndex.PARTITION_FIELDS, fields).toArray());
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

  @Override
  public void create() {}

  @Override
  public void finish() {}

  /** Returns the bytes, without the checksum files of Hadoop's local file system. */
  @Override
  public long bytes() throws IOException {
    return Folders.bytes(folder, file -> !file.toString().endsWith(".crc"));
  }

  @Override
  public void forget() throws IOException {
    PageCache.drop(Folders.files(folder));
  }

  @Override
  public double serverSeconds() {
    return 0;
  }

  @Override
  public void close() {}
}
