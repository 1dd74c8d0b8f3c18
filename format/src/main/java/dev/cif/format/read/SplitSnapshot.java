package dev.cif.format.read;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.schema.WantedColumns;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Schema file of a split-directory in a snapshot, FORMAT.md section 2.1.
 *
 * @param stored schema file as stored
 * @param seen its content in the snapshot
 */
record SplitSnapshot(SchemaFile stored, SchemaFile seen) {
  /**
   * Reads the schema file of a split-directory.
   *
   * @param wanted columns that are wanted; null for all
   */
  static SplitSnapshot read(FileSystem fs, Path directory, Snapshot snapshot, WantedColumns wanted)
      throws IOException {
    SchemaFile file = SplitFiles.read(fs, directory, wanted);
    return snapshot.isLatest()
        ? latest(fs, directory, file)
        : of(fs, directory, file, snapshot, List.of());
  }

  /**
   * Returns a schema file in a snapshot that is not {@link Snapshot#LATEST}.
   *
   * @param listed changes whose signs a listing has shown
   * @throws CifException if the sign of a change is lost, so that no plan could count the change
   */
  static SplitSnapshot of(
      FileSystem fs, Path directory, SchemaFile file, Snapshot snapshot, List<String> listed)
      throws IOException {
    for (ChangeEntry change : file.changes()) {
      if (!snapshot.has(change.id()) && !listed.contains(change.id())) {
        expectSign(fs, directory, change);
      }
    }
    return of(directory, file, snapshot::has);
  }

  private static void expectSign(FileSystem fs, Path directory, ChangeEntry change)
      throws IOException {
    if (fs.exists(ChangeFiles.sign(directory, change.id()))) {
      return;
    }
    // A sign is removed when the schema file no longer names its change: then ours is outdated.
    for (ChangeEntry now : SplitFiles.read(fs, directory).changes()) {
      if (now.id().equals(change.id())) {
        throw ChangeFiles.unsigned(directory, change);
      }
    }
  }

  /** Returns the schema file after the changes that count. */
  private static SplitSnapshot of(Path directory, SchemaFile file, Predicate<String> counts)
      throws CifException {
    try {
      return new SplitSnapshot(file, file.changes().isEmpty() ? file : file.after(counts));
    } catch (IllegalArgumentException e) {
      Path path = new Path(directory, SplitDirectories.SCHEMA_FILE);
      throw CifException.at(path, null, -1, "its changes do not fit: " + e.getMessage(), e);
    }
  }

  private static SplitSnapshot latest(FileSystem fs, Path directory, SchemaFile file)
      throws IOException {
    Set<String> committed = new HashSet<>();
    for (ChangeEntry change : file.changes()) {
      Path folder = ChangeFiles.folder(directory, change);
      Boolean isCommitted = ChangeFiles.isCommitted(fs, folder, change.id());
      if (isCommitted == null) {
        // A status file is removed when no schema file names its change: then this one is outdated.
        SchemaFile again = SplitFiles.read(fs, directory);
        if (again.changes().size() >= file.changes().size()) {
          throw ChangeFiles.unknown(directory, change);
        }
        return latest(fs, directory, again);
      }
      if (isCommitted) {
        committed.add(change.id());
      }
    }
    return of(directory, file, committed::contains);
  }
}
