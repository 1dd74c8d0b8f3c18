package dev.cif.format.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings find splits, pass over other folders, and refuse damaged ones. */
class SplitDirectoriesTest {
  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    fs = LocalFiles.fs();
    root = fs.makeQualified(new Path(folder.toString()));
    file("part/split/schema.cif", "a");
    file("part/split/1-n.col", "a");
  }

  private void file(String name, String content) throws IOException {
    java.nio.file.Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void expectTheSplit() throws IOException {
    List<Path> expected = List.of(new Path(root, "part/split"));
    assertEquals(expected, SplitDirectories.list(fs, root));
    assertEquals(expected, SplitDirectories.listStrictly(fs, root));
  }

  @Test
  void splitThatItsWriterHasNotFinished_isPassedOver() throws IOException {
    file("part/dead/1-n.col", "CIFC");
    file("part/dead/2-.g13.col", "CIFC");
    file("part/dead/3-other_name9.col", "");
    file("part/dead/_schema.cif.5f", "CIF1");
    file("part/dead/.1-n.col.crc", "crc");
    file("part/deep/er/7-n.col", "CIFC");
    expectTheSplit();
    assertTrue(SplitDirectories.isUnfinished(fs, new Path(root, "part/dead")));
  }

  @Test
  void loopOfLinks_isWalkedOnce() throws IOException {
    Files.createDirectories(folder.resolve("part/deep"));
    Files.createSymbolicLink(folder.resolve("self"), folder);
    Files.createSymbolicLink(folder.resolve("part/up"), folder);
    Files.createSymbolicLink(folder.resolve("part/above"), folder.getParent());
    // Two links that lead to each other's folder.
    Files.createDirectories(folder.resolve("b"));
    Files.createSymbolicLink(folder.resolve("b/there"), folder.resolve("part/deep"));
    Files.createSymbolicLink(folder.resolve("part/deep/back"), folder.resolve("b"));
    expectTheSplit();
  }

  @Test
  void linkToAFolderElsewhere_isWalked() throws IOException {
    Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("part"));
    List<Path> expected = List.of(new Path(root, "linked/split"), new Path(root, "part/split"));
    assertEquals(expected, SplitDirectories.list(fs, root));
  }

  /** FORMAT.md section 2: a column may have a name that begins so. */
  @Test
  void hiddenFolder_isPassedOver_unlessItIsOneOfAPartition() throws IOException {
    for (String hidden : List.of("_h", ".h", "_h/k=1", "_cif_changes/_x/old/k=1", "k=1/_h", "_")) {
      file(hidden + "/000/schema.cif", "a");
    }
    expectTheSplit();
    List<String> partitions = List.of(".h=1", "_=1", "_h=", "_h=1", "_h=1/.i=_", "k=1/_h=.x");
    for (String partition : partitions) {
      file(partition + "/000/schema.cif", "a");
      // Files are hidden all the same.
      file(partition + "/_x=1", "a");
      file(partition + "/.x=1.crc", "a");
    }
    List<String> found =
        SplitDirectories.listStrictly(fs, root).stream()
            .map(split -> root.toUri().relativize(split.getParent().toUri()).getPath())
            .sorted()
            .toList();
    assertEquals(Stream.concat(partitions.stream(), Stream.of("part")).sorted().toList(), found);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "part/rows.txt",
        "rows.txt",
        "part/other/rows.col",
        "part/other/x1-n.col",
        "part/other/1-N.col",
        "part/other/1-n.col.gz",
        "part/1-n.col",
        "1-n.col"
      })
  void fileOfOthers_isAnErrorThatNamesIt(String name) throws IOException {
    file(name, "rows");
    CifException e =
        assertThrows(CifException.class, () -> SplitDirectories.listStrictly(fs, root));
    assertTrue(e.getMessage().contains(name), e.getMessage());
    assertTrue(e.getMessage().contains("no part of a split-directory"), e.getMessage());
    assertEquals(1, SplitDirectories.list(fs, root).size());
  }

  @Test
  void fileOfOthersBesideColumnFiles_isAnError() throws IOException {
    file("part/mixed/1-n.col", "CIFC");
    file("part/mixed/rows.txt", "rows");
    assertThrows(CifException.class, () -> SplitDirectories.listStrictly(fs, root));
  }

  @Test
  void columnFilesWithoutSchemaInTheRoot_areAnError() throws IOException {
    file("moved/1-n.col", "CIFC");
    CifException e =
        assertThrows(
            CifException.class, () -> SplitDirectories.listStrictly(fs, new Path(root, "moved")));
    assertTrue(e.getMessage().contains("a folder of its own"), e.getMessage());
  }
}
