package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Table;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.OnCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Look-ups in a table with filters in HDFS. */
@OnCluster
class GetOnHdfsTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("guid", "n"), List.of(CifType.STRING, CifType.BIGINT));
  private static final int SPLITS = 3;
  private static final int ROWS = 400;

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    hdfs = new MiniDFSCluster.Builder(conf).build();
    hdfs.waitActive();
  }

  @AfterAll
  static void stop() {
    hdfs.shutdown();
  }

  /** Counts the streams that are open. */
  private static final class CountingStreams extends FilterFileSystem {
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger opened = new AtomicInteger();

    CountingStreams(FileSystem fs) {
      super(fs);
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      FSDataInputStream stream = super.open(file, bufferSize);
      open.incrementAndGet();
      opened.incrementAndGet();
      return new FSDataInputStream(stream) {
        private boolean isClosed;

        @Override
        public void close() throws IOException {
          super.close();
          if (!isClosed) {
            isClosed = true;
            open.decrementAndGet();
          }
        }
      };
    }
  }

  private static String guid(long n) {
    return Long.toHexString(n * 0x9E3779B97F4A7C15L);
  }

  private static void write(FileSystem fs, Path split, long first, int rows) throws IOException {
    WriteOptions options =
        WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(50))
            .withFilters(List.of(List.of("guid")));
    try (SplitWriter writer = SplitWriter.create(fs, split, SCHEMA, options)) {
      for (long n = first; n < first + rows; n++) {
        ((BytesVector) writer.column(0)).append(guid(n).getBytes(StandardCharsets.UTF_8));
        ((LongVector) writer.column(1)).append(n);
        writer.endRow();
      }
    }
  }

  private static List<Long> numbers(Table table, long... keys) throws IOException {
    List<Map<String, Object>> wanted = new ArrayList<>();
    for (long key : keys) {
      wanted.add(Map.of("guid", guid(key)));
    }
    List<Long> found = new ArrayList<>();
    table.lookup(wanted, List.of(ColumnPath.of("n")), row -> found.add(row[0].asLong()));
    return found;
  }

  @Test
  void keys_areFound_andStreamsClosed_andAReplacedSplitIsSeen() throws IOException {
    CountingStreams fs = new CountingStreams(hdfs.getFileSystem());
    Path events = fs.makeQualified(new Path("/events"));
    for (int split = 0; split < SPLITS; split++) {
      write(fs, new Path(events, "s" + split), (long) split * ROWS, ROWS);
    }
    Table before = Table.open(fs, events, ReadOptions.DEFAULT);
    try (Table table = Table.open(fs, events, ReadOptions.DEFAULT)) {
      for (long n = 0; n < SPLITS * ROWS; n += 97) {
        assertEquals(List.of(n), numbers(table, n));
      }
      assertEquals(List.of(1L, 401L, 1199L), numbers(table, 1199, 401, 5000, 1));
      int opened = fs.opened.get();
      assertEquals(List.of(), numbers(table, -1, SPLITS * ROWS));
      assertEquals(opened, fs.opened.get(), "filters are kept, and nothing else is asked");
    }
    assertEquals(0, fs.open.get(), "the table was closed");

    Path replaced = new Path(events, "s1");
    fs.delete(replaced, true);
    write(fs, replaced, 5000, 10);
    CifException error = assertThrows(CifException.class, () -> numbers(before, 401));
    assertTrue(error.getMessage().contains("it was replaced meanwhile"), error.getMessage());
    before.refresh();
    assertEquals(List.of(1L, 5003L), numbers(before, 401, 5003, 1));
    before.close();
    assertEquals(0, fs.open.get());
  }

  @Test
  void aRefusal_isOneSentence_withoutTheStackOfTheNameNode() throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    Path closed = fs.makeQualified(new Path("/closed"));
    FileSystem.mkdirs(fs, closed, new FsPermission((short) 0700));
    String error =
        UserGroupInformation.createRemoteUser("ann")
            .doAs((PrivilegedAction<String>) () -> Run.bad(1, "meta", closed));
    assertTrue(error.startsWith("cif: Permission denied: user=ann"), error);
    assertTrue(error.endsWith("drwx------"), error);
  }
}
