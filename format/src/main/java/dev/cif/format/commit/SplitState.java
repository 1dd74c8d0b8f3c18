package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * State of a split-directory before its rows were read. It allows to check later that it still has
 * these rows. Immutable.
 */
public final class SplitState {
  private final Path directory;
  private final byte[] schemaFile;
  private final Set<String> changes;

  private SplitState(Path directory, byte[] schemaFile, Set<String> changes) {
    this.directory = directory;
    this.schemaFile = schemaFile;
    this.changes = changes;
  }

  /**
   * Returns the state of a split-directory whose rows will be read in the snapshot of the search.
   */
  public static SplitState of(FoundSplit split) throws IOException {
    Path file = new Path(split.directory(), SplitDirectories.SCHEMA_FILE);
    try {
      return new SplitState(split.directory(), SplitFiles.bytes(split.fs(), file), counted(split));
    } catch (FileNotFoundException e) {
      throw changed(split.directory(), e);
    }
  }

  private static Set<String> counted(FoundSplit split) {
    return split.listed().changes().stream()
        .filter(split.snapshot()::has)
        .collect(Collectors.toSet());
  }

  Path directory() {
    return directory;
  }

  /**
   * Checks that all split-directories exist, and that the same changes of them count.
   *
   * @throws CifException if not
   */
  static void expectChanges(FileSystem fs, List<SplitState> states) throws IOException {
    List<FoundSplit> now;
    try {
      now =
          SplitFinder.find(
              states.stream().map(s -> new SplitFinder.Root(fs, s.directory, false)).toList(),
              ReadOptions.UNCACHED);
    } catch (FileNotFoundException e) {
      throw changed(states.get(0).directory, e);
    }
    if (now.size() != states.size()) {
      throw changed(states.get(0).directory.getParent(), null);
    }
    for (int i = 0; i < now.size(); i++) {
      if (!counted(now.get(i)).equals(states.get(i).changes)) {
        throw changed(states.get(i).directory, null);
      }
    }
  }

  /**
   * Checks that its schema file is unchanged.
   *
   * @param moved current path of the split-directory
   * @throws CifException if not
   */
  void expectSame(FileSystem fs, Path moved) throws IOException {
    Path file = new Path(moved, SplitDirectories.SCHEMA_FILE);
    if (!Arrays.equals(schemaFile, SplitFiles.bytes(fs, file))) {
      throw changed(directory, null);
    }
  }

  /**
   * Checks that a split-directory has all of its files.
   *
   * @throws CifException if not
   */
  static void expectWhole(FileSystem fs, Path split) throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    for (FileStatus file : fs.exists(split) ? fs.listStatus(split) : new FileStatus[0]) {
      lengths.put(file.getPath().getName(), file.getLen());
    }
    boolean isWhole = lengths.containsKey(SplitDirectories.SCHEMA_FILE);
    if (isWhole) {
      for (ColumnEntry entry : SplitFiles.read(fs, split).entries()) {
        isWhole &= lengths.getOrDefault(entry.file(), -1L) == entry.length();
        PartsEntry parts = entry.parts();
        isWhole &= parts == null || lengths.getOrDefault(parts.file(), -1L) == parts.length();
      }
    }
    if (!isWhole) {
      throw CifException.at(
          split, null, -1, "another has removed what was written, a vacuum perhaps; try again");
    }
  }

  private static CifException changed(Path directory, IOException cause) {
    return CifException.at(
        directory,
        null,
        -1,
        "changed or removed by another while its rows were read; try again",
        cause);
  }
}
