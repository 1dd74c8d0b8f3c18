package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.text.Amounts;
import dev.cif.format.options.PlacementKey;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hdfs.cluster.OnCluster;
import dev.cif.hdfs.cluster.Seed;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In HDFS with the placement policy: seven DataNodes. */
@OnCluster
class PlacementCommandTest {
  private static final short REPLICATION = 2;
  private static final int BLOCK = 4096;
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("a", "b", "c"), List.of(CifType.INT, CifType.BIGINT, CifType.INT));

  @TempDir static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    conf.set("dfs.block.replicator.classname", "dev.cif.hdfs.ColumnPlacementPolicy");
    // Replicas that --repair has copied are then deleted elsewhere by the policy.
    conf.setBoolean("cif.placement.listen", true);
    conf.setLong("cif.placement.seed", Seed.value());
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.replication", REPLICATION);
    // Or the policy would do itself what the command is to do.
    conf.setInt("cif.placement.mend.seconds", 0);
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(7).build();
    hdfs.waitActive();
    fs = hdfs.getFileSystem();
  }

  @AfterAll
  static void stop() {
    hdfs.shutdown();
  }

  private static void write(FileSystem to, Path split) throws Exception {
    write(to, split, WriteOptions.DEFAULT);
  }

  private static void write(FileSystem to, Path split, WriteOptions options) throws Exception {
    to.getConf().setInt("dfs.replication", REPLICATION);
    try (SplitWriter writer = SplitWriter.create(to, split, SCHEMA, options)) {
      for (int row = 0; row < 50; row++) {
        for (int i = 0; i < 3; i++) {
          ((LongVector) writer.column(i)).append(row);
        }
        writer.endRow();
      }
    }
    for (FileStatus file : to.listStatus(split)) {
      if (to instanceof DistributedFileSystem) {
        DFSTestUtil.waitReplication(to, file.getPath(), REPLICATION);
      }
    }
  }

  private static Set<String> nodes(Path file) throws Exception {
    Set<String> nodes = new HashSet<>();
    for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      nodes.addAll(Arrays.asList(block.getNames()));
    }
    return nodes;
  }

  /** Writes a column file over where the split is not. */
  private static void moveAway(Path file) throws Exception {
    Set<String> home = nodes(file);
    InetSocketAddress[] others =
        hdfs.getDataNodes().stream()
            .map(DataNode::getXferAddress)
            .filter(node -> !home.contains("127.0.0.1:" + node.getPort()))
            .toArray(InetSocketAddress[]::new);
    FsPermission permission = FsPermission.getFileDefault();
    try (OutputStream out =
        fs.create(file, permission, true, 4096, REPLICATION, BLOCK, null, others)) {
      out.write(new byte[100]);
    }
    DFSTestUtil.waitReplication(fs, file, REPLICATION);
    assertTrue(nodes(file).stream().noneMatch(home::contains), "it is elsewhere");
  }

  private static String[] line(Run run, String folder) {
    String line =
        run.out().lines().filter(text -> text.startsWith(folder + " ")).findFirst().orElseThrow();
    return line.split("  +");
  }

  @Test
  void repair_filesOnOtherNodes_areBroughtTogether() throws Exception {
    Path table = new Path(hdfs.getURI().toString(), "/t");
    for (int i = 0; i < 4; i++) {
      write(fs, new Path(table, "d=" + i % 2 + "/00000" + i + "_0"));
    }
    assertEquals("100.00%", line(Run.good("placement", table), "all")[2]);

    Path split = new Path(table, "d=1/000001_0");
    Path away = new Path(split, "2-b.col");
    moveAway(away);
    Run apart = Run.good("placement", table);
    assertEquals("100.00%", line(apart, "/t/d=0")[2]);
    assertEquals("50.00%", line(apart, "/t/d=1")[2]);
    assertEquals(Amounts.bytes(REPLICATION * 100), line(apart, "/t/d=1")[5]);
    assertEquals("75.00%", line(apart, "all")[2]);
    assertEquals(1, apart.err().lines().filter(l -> l.equals("apart: " + split)).count());

    Run repaired = Run.good("placement", table, "--repair", "--patience", "60");
    assertTrue(repaired.out().contains("1 split brought together"), repaired.out());
    assertEquals(nodes(new Path(split, "1-a.col")), nodes(away));
    assertEquals(REPLICATION, fs.getFileStatus(away).getReplication());
    assertEquals("100.00%", line(Run.good("placement", table), "all")[2]);
  }

  @Test
  void repair_filtersOnOtherNodes_areBroughtToTheirColumn() throws Exception {
    Path table = new Path(hdfs.getURI().toString(), "/filtered");
    Path split = new Path(table, "000000_0");
    write(fs, split, WriteOptions.fromProperties(SCHEMA, Map.of(WriteOptions.FILTERS, "b")::get));
    Path filters = new Path(split, "_2-b.filters");
    assertEquals(nodes(new Path(split, "2-b.col")), nodes(filters), "written with the split");
    assertEquals("100.00%", line(Run.good("placement", table), "/filtered")[2]);

    moveAway(filters);
    assertEquals("0.00%", line(Run.good("placement", table), "/filtered")[2]);
    Run.good("placement", table, "--repair", "--patience", "60");
    assertEquals(nodes(new Path(split, "2-b.col")), nodes(filters));
  }

  @Test
  void keyOfAGroup_whoseTablesAreApart_isReportedAndBroughtTogether() throws Exception {
    Path a = new Path(hdfs.getURI().toString(), "/group/a");
    Path b = new Path(hdfs.getURI().toString(), "/group/b");
    WriteOptions group = WriteOptions.DEFAULT.withGroup("orders");
    for (int bucket = 0; bucket < 2; bucket++) {
      write(fs, new Path(a, "00000" + bucket + "_0"), group.ofPart(bucket));
    }
    write(fs, new Path(b, "000000_0"), group.ofPart(0));
    Path late = writeElsewhere(b, nodes(new Path(a, "000001_0/1-a.col")));
    String[] before = line(Run.good("placement", a, b), "orders");
    assertEquals(List.of("2", "100.00%", "3"), List.of(before).subList(1, 4));
    fs.setXAttr(late, PlacementKey.ATTRIBUTE, "orders/1".getBytes(StandardCharsets.US_ASCII));

    Run apart = Run.good("placement", a, b);
    assertEquals(List.of("2", "50.00%", "4"), List.of(line(apart, "orders")).subList(1, 4));
    assertEquals("100.00%", line(apart, "all")[2], "each split is together");
    assertTrue(apart.err().contains("apart: orders/1 of 2 splits"), apart.err());

    Run repaired = Run.good("placement", a, b, "--repair", "--patience", "60");
    assertTrue(repaired.out().contains("0 still apart"), repaired.out());
    String[] after = line(Run.good("placement", a.getParent()), "orders");
    assertEquals(List.of("2", "100.00%", "4"), List.of(after).subList(1, 4));
    for (FileStatus file : fs.listStatus(late)) {
      assertEquals(nodes(new Path(a, "000001_0/1-a.col")), nodes(file.getPath()));
      assertEquals(REPLICATION, file.getReplication());
    }
    assertEquals(4, fs.listStatus(late).length, "nothing else is left there");
  }

  /** Writes a split without a key that is not on just these nodes. */
  private static Path writeElsewhere(Path table, Set<String> nodes) throws Exception {
    Path split = new Path(table, "000001_0");
    write(fs, split);
    while (nodes(new Path(split, "1-a.col")).equals(nodes)) {
      fs.delete(split, true);
      write(fs, split);
    }
    return split;
  }

  @Test
  void localFolder_isTogether_andNothingToRepair() throws Exception {
    Path table = new Path(folder.resolve("local").toUri());
    write(FileSystem.getLocal(new Configuration()).getRaw(), new Path(table, "0"));
    Run run = Run.good("placement", table);
    assertTrue(run.out().contains("100.00%"), run.out());
    assertTrue(Run.bad(1, "placement", table, "--repair").contains("--repair works in HDFS"));
  }

  @Test
  void badInput_isOneLine() {
    Path empty = new Path(folder.resolve("empty").toUri());
    assertTrue(Run.bad(1, "placement", empty).contains("there is no such folder"));
    assertTrue(folder.resolve("empty").toFile().mkdirs());
    assertTrue(Run.bad(1, "placement", empty).contains("no split-directory is here"));
    assertTrue(Run.bad(2, "placement", folder, "--patience", "0").contains("--patience"));
  }

  @Test
  void compact_ofAPartOfAGroup_keepsItsKey() throws Exception {
    WriteOptions part = WriteOptions.DEFAULT.withGroup("joined").ofPart(1);
    for (String name : List.of("000001_0", "000001_0_copy_1")) {
      write(fs, new Path("/joined/" + name), part);
    }
    Path table = fs.makeQualified(new Path("/joined"));
    Run done = Run.of("compact", table);
    assertEquals(0, done.status(), done.err());
    assertTrue(done.out().matches("(?s).*before +2 +8 .*after +1 +4 .*"), done.out());
    List<Path> left = SplitDirectories.list(fs, table);
    assertEquals(1, left.size());
    assertEquals("joined/1", PlacementKey.of(fs, left.get(0)).orElseThrow().toString());
    assertEquals(100, Run.good("cat", table).out().lines().count());
  }
}
