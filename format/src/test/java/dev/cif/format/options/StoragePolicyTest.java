package dev.cif.format.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.Model;
import dev.cif.format.SteppedFiles;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of columns have the storage policies of their columns, however they come about. */
class StoragePolicyTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(
          List.of("n", "s", "m"),
          List.of(CifType.INT, CifType.STRING, CifType.parse("map<string,int>")));

  private static final Map<String, String> PROPERTIES =
      Map.of(
          "cif.storage.policy.s", "all_ssd",
          "cif.storage.policy.m", "COLD",
          "cif.part.statistics", "true",
          "cif.filters", "n,s,s+n");

  /** The files of n have none. */
  private static final Map<String, String> EXPECTED =
      Map.of(
          "2-s.col", "ALL_SSD",
          "_2-s.filters", "ALL_SSD",
          "_2-s.with1.filters", "ALL_SSD",
          "3-m.col", "COLD",
          "_3-m.parts", "COLD");

  @TempDir java.nio.file.Path folder;
  private SteppedFiles fs;
  private Path table;
  private Path split;

  @BeforeEach
  void prepare() throws IOException {
    fs = new SteppedFiles();
    table = new Path(folder.resolve("table").toString());
    split = new Path(table, "000000_0");
  }

  private static void write(FileSystem fs, Path split, Map<String, String> properties)
      throws IOException {
    WriteOptions options = WriteOptions.fromProperties(SCHEMA, properties::get);
    try (SplitWriter writer = SplitWriter.create(fs, split, SCHEMA, options)) {
      for (int i = 0; i < 10; i++) {
        ((LongVector) writer.column(0)).append(i);
        ((BytesVector) writer.column(1)).append("row " + i);
        Model.append(List.of(Model.entry(Model.text("key"), (long) i)), writer.column(2));
        writer.endRow();
      }
    }
  }

  /** The policies of those files of a split-directory that have one. */
  private Map<String, String> policies(Path of) throws IOException {
    Map<String, String> policies = new TreeMap<>();
    for (FileStatus file : fs.listStatus(of)) {
      StoragePolicy policy = StoragePolicy.of(fs, file.getPath());
      if (policy != StoragePolicy.NONE) {
        policies.put(file.getPath().getName(), policy.text());
      }
    }
    return policies;
  }

  @Test
  void allFilesOfAColumn_haveItsPolicy() throws IOException {
    write(fs, split, PROPERTIES);
    assertEquals(EXPECTED, policies(split));
    assertEquals(8, fs.listStatus(split).length, "two of n and the schema file are there as well");
  }

  @Test
  void of_filesOfAFolder_asksForTheFolderOnce() throws IOException {
    List<Path> asked = new ArrayList<>();
    SteppedFiles counting =
        new SteppedFiles() {
          @Override
          public BlockStoragePolicySpi getStoragePolicy(Path path) throws IOException {
            asked.add(path);
            return super.getStoragePolicy(path);
          }
        };
    write(counting, split, PROPERTIES);
    List<Path> files = new ArrayList<>();
    for (FileStatus file : counting.listStatus(split)) {
      files.add(file.getPath());
    }
    Map<String, String> policies = new TreeMap<>();
    StoragePolicy.of(counting, split, files)
        .forEach((file, policy) -> policies.put(file.getName(), policy.text()));
    policies.values().removeIf(StoragePolicy.NONE.text()::equals);
    assertEquals(EXPECTED, policies);
    assertEquals(files.size() + 1, asked.size());
    assertEquals(1, Collections.frequency(asked, split));
  }

  @Test
  void policyOfTheTable_holdsForColumnsWithoutAnother() throws IOException {
    write(fs, split, Map.of("cif.storage.policy", "WARM", "cif.storage.policy.s", "none"));
    assertEquals(Map.of("1-n.col", "WARM", "3-m.col", "WARM"), policies(split));
  }

  @Test
  void changedAndAddedColumns_keepTheirPolicyOrHaveTheProperty() throws IOException {
    write(fs, split, PROPERTIES);
    change("s", ColumnOptions.DEFAULT.withFilter(true));
    change("added", ColumnOptions.DEFAULT.withStoragePolicy(StoragePolicy.ONE_SSD));
    assertEquals(
        Map.of(
            "2-s.g1.col", "ALL_SSD",
            "_2-s.g1.filters", "ALL_SSD",
            "3-m.col", "COLD",
            "_3-m.parts", "COLD",
            "4-added.col", "ONE_SSD"),
        policies(split));
    change("s", ColumnOptions.DEFAULT.withStoragePolicy(StoragePolicy.HOT));
    assertFalse(policies(split).containsKey("2-s.g2.col"), "HOT is what the folder has");
    change("added", ColumnOptions.DEFAULT);
    assertEquals("ONE_SSD", policies(split).get("4-added.g1.col"));
  }

  private void change(String column, ColumnOptions options) throws IOException {
    try (TableChange change = TableChange.begin(fs, table, List.of(column));
        SplitReader reader = SplitReader.open(fs, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs, reader, column, CifType.STRING, options, List.of(), change.id())) {
      for (int row = 0; row < reader.rows(); row++) {
        ((BytesVector) writer.vector()).append("changed " + row);
        writer.endRow();
      }
      writer.finish().addTo(change);
      change.commit();
    }
    TableChange.vacuum(fs, table, java.time.Duration.ZERO);
  }

  @Test
  void policyThatTheFileSystemRefuses_failsTheWriteAndLeavesNothing() {
    fs.before(SteppedFiles.Step.POLICY, "2-s.col", StoragePolicyTest::refuse);
    CifException e = assertThrows(CifException.class, () -> write(fs, split, PROPERTIES));
    assertTrue(
        e.getMessage()
            .endsWith(
                "2-s.col: storage policy ALL_SSD is refused: Cannot find a block policy with the"
                    + " name ALL_SSD; 'hdfs storagepolicies -listPolicies' says which there are"),
        e.getMessage());
    assertFalse(java.nio.file.Files.exists(folder.resolve("table/000000_0")));
  }

  private static void refuse() throws IOException {
    throw new RemoteException(
        "org.apache.hadoop.HadoopIllegalArgumentException",
        "Cannot find a block policy with the name ALL_SSD\n\tat somewhere");
  }

  @Test
  void fileSystemWithoutPolicies_isWrittenWithout() throws IOException {
    FileSystem local = LocalFiles.fs();
    write(local, split, PROPERTIES);
    try (SplitReader reader = SplitReader.open(local, split)) {
      assertEquals("row 9", reader.column("s").value(9).asString());
      assertEquals(StoragePolicy.NONE, StoragePolicy.of(local, reader.file(1)));
    }
  }

  @Test
  void columnsOfAGroup_haveOnePolicy() throws IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put("cif.column.group", "all");
    properties.put("cif.storage.policy", "ONE_SSD");
    write(fs, split, properties);
    assertEquals(Map.of("1-group.col", "ONE_SSD"), policies(split));
    properties.put("cif.storage.policy.s", "COLD");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> WriteOptions.fromProperties(SCHEMA, properties::get));
    assertEquals(
        "columns 'n' and 's' share a file, but cif.storage.policy is ONE_SSD for one and COLD for"
            + " the other: give the columns of a group one policy, or set cif.column.group.<column>"
            + " to none for one that is to have another",
        e.getMessage());
    properties.put("cif.column.group.s", "none");
    Path other = new Path(table, "000001_0");
    write(fs, other, properties);
    assertEquals(Map.of("1-group.col", "ONE_SSD", "2-s.col", "COLD"), policies(other));
  }

  @Test
  void unknownPolicy_isRefusedByName() {
    for (String bad : List.of("", "FAST", "LAZY_PERSIST", "PROVIDED")) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> WriteOptions.fromProperties(SCHEMA, Map.of("cif.storage.policy.s", bad)::get));
      assertEquals(
          "cif.storage.policy.s is '"
              + bad
              + "': unknown storage policy of columns '"
              + bad
              + "': one of none, ALL_NVDIMM, ALL_SSD, ONE_SSD, HOT, WARM, COLD",
          e.getMessage());
    }
  }
}
