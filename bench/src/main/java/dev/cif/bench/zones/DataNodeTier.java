package dev.cif.bench.zones;

import dev.cif.bench.data.GeneratedData;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** DataNode with one volume of type SSD on a device with a fast zone, and one on another disk. */
final class DataNodeTier {
  private static final int ROWS = 500_000;
  private static final int BATCH = 1000;
  private static final List<String> COLUMNS = List.of("a", "c");
  private static final CifSchema SCHEMA =
      CifSchema.of(COLUMNS, List.of(CifType.BIGINT, CifType.BIGINT));

  private final Device device;
  private final String tool;
  private final Path work;

  /**
   * Creates a tier on a mounted device whose free blocks outside the zone are held.
   *
   * @param work folder on another file system, for the other volume and the NameNode's files
   */
  DataNodeTier(Device device, String tool, Path work) {
    this.device = device;
    this.tool = tool;
    this.work = work;
  }

  /**
   * Writes a table whose column c is to lie on SSD, and reads it.
   *
   * @return the bytes of c's blocks in the zone; all of them must be there
   */
  long run(long zoneBytes) throws Exception {
    Path fast = device.folder().resolve("dfs");
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, work.resolve("tier").toString());
    conf.set("dfs.datanode.data.dir", "[SSD]" + fast + ",[DISK]" + work.resolve("slow"));
    List<FileOnDisk> written;
    try (Watch watch = new Watch(tool, device.loop());
        MiniDFSCluster hdfs =
            new MiniDFSCluster.Builder(conf).numDataNodes(1).manageDataDfsDirs(false).build()) {
      hdfs.waitActive();
      DistributedFileSystem fs = hdfs.getFileSystem();
      org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path("/table/000000_0");
      write(fs, split);
      written = watch.end();
      long bytes = 0;
      try (SplitReader reader = SplitReader.open(fs, split)) {
        for (int column = 0; column < COLUMNS.size(); column++) {
          expectValues(reader, column);
          bytes = placed(fs, reader.file(column), written, zoneBytes, column == 1);
        }
      }
      return bytes;
    }
  }

  private static void write(DistributedFileSystem fs, org.apache.hadoop.fs.Path split)
      throws IOException {
    Map<String, String> properties = Map.of("cif.storage.policy.c", "ALL_SSD");
    WriteOptions options = WriteOptions.fromProperties(SCHEMA, properties::get);
    Random random = new Random(GeneratedData.SEED);
    try (SplitWriter writer = SplitWriter.create(fs, split, SCHEMA, options)) {
      for (int row = 0; row < ROWS; row++) {
        long value = random.nextLong();
        for (int i = 0; i < SCHEMA.size(); i++) {
          ((LongVector) writer.column(i)).append(value + i);
        }
        writer.endRow();
      }
    }
  }

  private static void expectValues(SplitReader reader, int column) throws IOException {
    Random random = new Random(GeneratedData.SEED);
    ColumnReader values = reader.column(COLUMNS.get(column));
    LongVector batch = (LongVector) ColumnVector.create(CifType.BIGINT);
    for (int row = 0; row < ROWS; row += BATCH) {
      batch.reset();
      values.read(row, BATCH, batch);
      for (int i = 0; i < BATCH; i++) {
        if (batch.values[i] != random.nextLong() + column) {
          throw new IOException("column " + COLUMNS.get(column) + ", row " + (row + i));
        }
      }
    }
  }

  /**
   * Returns the bytes of a file's blocks in the zone; fails unless all are there, or none if so
   * wanted.
   */
  private static long placed(
      DistributedFileSystem fs,
      org.apache.hadoop.fs.Path file,
      List<FileOnDisk> written,
      long zoneBytes,
      boolean isWanted)
      throws IOException {
    String path = file.toUri().getPath();
    long bytes = 0;
    for (LocatedBlock block : fs.getClient().getLocatedBlocks(path, 0).getLocatedBlocks()) {
      String name = "/" + block.getBlock().getBlockName();
      List<DiskExtent> extents =
          written.stream()
              .filter(one -> one.path().endsWith(name))
              .flatMap(one -> one.extents().stream())
              .toList();
      long inside = extents.stream().mapToLong(extent -> extent.within(zoneBytes)).sum();
      long all = extents.stream().mapToLong(DiskExtent::bytes).sum();
      boolean isRight = isWanted ? all >= block.getBlockSize() && inside == all : extents.isEmpty();
      if (!isRight) {
        throw new IOException(
            path + ": block " + name + " of " + block.getBlockSize() + " bytes lies at " + extents);
      }
      bytes += inside;
    }
    return bytes;
  }
}
