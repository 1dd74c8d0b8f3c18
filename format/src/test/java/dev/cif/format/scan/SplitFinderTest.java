package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CountingFiles;
import dev.cif.format.LocalFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.SplitFinder.Root;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Split-directories are found by few requests, and what a plan knows of them is what is there. */
class SplitFinderTest {
  private static final long LONG_AGO = 1_000_000_000_000L;

  @TempDir java.nio.file.Path folder;
  private CountingFiles fs;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    fs = new CountingFiles(LocalFiles.fs(), false);
    root = fs.makeQualified(new Path(folder.toString()));
  }

  /** Writes a split-directory whose schema file has some age. */
  private void write(String name, int rows) throws IOException {
    Path split = new Path(root, name);
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < rows; row++) {
        ((LongVector) writer.column(0)).append(row);
        writer.endRow();
      }
    }
    setTime(name, LONG_AGO);
  }

  /** Sets the time at which a split-directory seems to have been written. */
  private void setFolderTime(String name, long time) throws IOException {
    fs.setTimes(new Path(root, name), time, -1);
  }

  private void setTime(String name, long time) throws IOException {
    fs.setTimes(new Path(new Path(root, name), SplitDirectories.SCHEMA_FILE), time, -1);
  }

  private List<Long> rows() throws IOException {
    fs.reset();
    return Planner.visit(
        SplitFinder.find(List.of(new Root(fs, root)), ReadOptions.DEFAULT),
        split -> {
          try (SplitReader reader = split.open(ReadOptions.DEFAULT)) {
            return reader.rows();
          }
        });
  }

  private List<Path> found(Path... roots) throws IOException {
    List<Root> all = Arrays.stream(roots).map(path -> new Root(fs, path)).toList();
    return SplitFinder.find(all, ReadOptions.DEFAULT).stream()
        .map(split -> split.listed().directory())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void visit_findsAllInTheOrderOfTheList(boolean refusesBatches) throws IOException {
    fs = new CountingFiles(LocalFiles.fs(), refusesBatches);
    for (String name : List.of("a/x", "a-b", "a/y/z", "b", "A", "a.c/1", "a.c/0")) {
      write(name, 1);
    }
    Files.createDirectories(folder.resolve("empty/deep"));
    Files.createDirectories(folder.resolve("_hidden/x"));
    Files.createDirectories(folder.resolve("dead"));
    Files.writeString(folder.resolve("dead/1-n.col"), "CIFC");
    List<Path> expected = SplitDirectories.listStrictly(fs, root);
    assertEquals(7, expected.size());
    assertEquals(expected, found(root));
    assertEquals(
        Stream.of(expected, expected, expected.subList(1, 2)).flatMap(List::stream).toList(),
        found(root, root, expected.get(1)));
  }

  @Test
  void visit_listsManyFoldersAtOnce_eachOnce() throws IOException {
    for (int i = 0; i < 150; i++) {
      write("split-" + i, 1);
    }
    fs.reset();
    assertEquals(150, found(root).size());
    assertEquals(List.of(1, 50, 100), fs.listings.stream().map(List::size).sorted().toList());
    assertEquals(151, fs.listings.stream().flatMap(List::stream).distinct().count());
  }

  @Test
  void visit_ofOtherData_isAnErrorThatNamesIt() throws IOException {
    write("a/x", 1);
    Files.writeString(folder.resolve("a/rows.txt"), "rows");
    CifException e = assertThrows(CifException.class, () -> found(root));
    assertTrue(e.getMessage().contains("rows.txt"), e.getMessage());
    assertThrows(FileNotFoundException.class, () -> found(new Path(root, "none")));
  }

  @Test
  void schemaFile_isReadOnce() throws IOException {
    write("a", 1);
    write("b", 2);
    assertEquals(List.of(1L, 2L), rows());
    assertEquals(2, fs.opened.size());
    assertEquals(List.of(1L, 2L), rows());
    assertEquals(List.of(), fs.opened);
  }

  @Test
  void schemaFile_thatWasReplaced_isReadAgain() throws IOException {
    write("a", 1);
    assertEquals(List.of(1L), rows());
    fs.delete(new Path(root, "a"), true);
    write("a", 2);
    setTime("a", LONG_AGO + 1);
    assertEquals(List.of(2L), rows());
    assertEquals(List.of(2L), rows());
  }

  @Test
  void split_thatWasDeletedOrAdded_isSeen() throws IOException {
    write("a", 1);
    write("b", 2);
    assertEquals(List.of(1L, 2L), rows());
    fs.delete(new Path(root, "a"), true);
    write("c", 3);
    assertEquals(List.of(2L, 3L), rows());
    assertEquals(1, fs.opened.size());
  }

  @Test
  void folder_thatIsAsBefore_isNotListed() throws IOException {
    for (String name : List.of("p/a", "p/b", "c")) {
      write(name, 1);
      setFolderTime(name, LONG_AGO);
    }
    assertEquals(3, rows().size());
    assertEquals(5, fs.listings.stream().mapToInt(List::size).sum());
    assertEquals(3, rows().size());
    assertEquals(List.of(root, new Path(root, "p")), listed());
    assertEquals(List.of(), fs.opened);
  }

  private List<Path> listed() {
    return fs.listings.stream().flatMap(List::stream).sorted().toList();
  }

  @Test
  void folder_inWhichAFileWasReplaced_isListed() throws IOException {
    write("a", 10);
    setFolderTime("a", LONG_AGO);
    assertEquals(List.of(10L), rows());
    fs.delete(new Path(root, "a"), true);
    write("a", 11);
    setFolderTime("a", LONG_AGO + 1);
    // The schema file's length and time are those of before.
    assertEquals(List.of(11L), rows());
    assertEquals(List.of(11L), rows());
    assertEquals(List.of(root), listed());
    Files.writeString(folder.resolve("a/schema_copy_1.cif"), "moved here");
    assertThrows(CifException.class, this::rows);
  }

  @Test
  void cacheOfNoSize_isNotUsed() throws IOException {
    write("a", 1);
    setFolderTime("a", LONG_AGO);
    assertEquals(List.of(1L), rows());
    fs.reset();
    ReadOptions none = ReadOptions.UNCACHED;
    SplitFinder.find(List.of(new Root(fs, root)), none).get(0).open(none).close();
    assertEquals(2, fs.listings.size());
    assertEquals(1, fs.opened.size());
  }

  @Test
  void task_readsTheSchemaFileItself() throws IOException {
    write("a", 1);
    assertEquals(List.of(1L), rows());
    fs.reset();
    SplitReader.open(fs, new Path(root, "a")).close();
    assertEquals(1, fs.opened.size());
  }
}
