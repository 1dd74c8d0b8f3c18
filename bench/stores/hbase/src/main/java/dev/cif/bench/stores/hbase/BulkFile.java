package dev.cif.bench.stores.hbase;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.stores.EventKey;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows of a partition, in the order of their keys, as a file that the table takes over. */
final class BulkFile implements RecordSink {
  private final Configuration conf;
  private final Path folder;
  private final StoreFileWriter writer;
  private final long now = System.currentTimeMillis();

  /**
   * Begins a file.
   *
   * @param folder folder of the file until the table takes it
   * @param rows approximate number of rows
   */
  BulkFile(Configuration conf, Path folder, ColumnFamilyDescriptor family, long rows)
      throws IOException {
    this.conf = conf;
    this.folder = folder;
    FileSystem fs = folder.getFileSystem(conf);
    fs.delete(folder, true);
    writer =
        new StoreFileWriter.Builder(conf, new CacheConfig(conf), fs)
            .withFilePath(new Path(new Path(folder, family.getNameAsString()), "rows"))
            .withBloomType(family.getBloomFilterType())
            .withMaxKeyCount(rows)
            .withFileContext(
                new HFileContextBuilder()
                    .withCompression(family.getCompressionType())
                    .withDataBlockEncoding(family.getDataBlockEncoding())
                    .withBlockSize(family.getBlocksize())
                    .withIncludesMvcc(false)
                    .withIncludesTags(false)
                    .build())
            .build();
  }

  @Override
  public void write(GenericRecord row) throws IOException {
    byte[] key = RowKey.of(EventKey.of(row));
    int fields = row.getSchema().getFields().size();
    for (int field = EventIndex.KEY_FIELDS; field < fields; field++) {
      writer.append(
          new KeyValue(
              key, HBaseStore.FAMILY, Cells.column(field), now, Cells.bytes(row.get(field))));
    }
  }

  @Override
  public void close() throws IOException {
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
    writer.appendTrackedTimestampsToMetadata();
    writer.close();
    if (BulkLoadHFiles.create(conf).bulkLoad(HBaseStore.TABLE, folder).isEmpty()) {
      throw new IOException("HBase takes no file from " + folder);
    }
  }
}
