package dev.cif.format.scan;

import dev.cif.format.internal.file.ChangeEntry;
import dev.cif.format.internal.file.ChangeFiles;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.read.ListedSplit;
import dev.cif.format.schema.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the changes that count for a plan (FORMAT.md section 2.1): those that were committed before
 * the folders were listed. A change committed during listing may show in some listings only, so it
 * does not count. If this process did not know it before, the folders are listed again, since it
 * may have been committed just before the query began.
 */
final class SnapshotFinder {
  /** Greatest number of known changes; the least recently used are dropped first. */
  private static final int MOST = 10_000;

  /** Status files of committed changes, and when this process first saw them, in ns. */
  private static final Map<Path, Long> SEEN =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Long> eldest) {
          return size() > MOST;
        }
      };

  private final Set<String> committed = new HashSet<>();
  private boolean needsSecondLook;

  private SnapshotFinder() {}

  /**
   * Looks up the changes of split-directories that were listed.
   *
   * @param start time at which listing began, by {@link System#nanoTime}
   */
  static SnapshotFinder of(List<Located> listed, long start) throws IOException {
    Map<String, List<Located>> byChange = new LinkedHashMap<>();
    for (Located split : listed) {
      for (String id : split.split.changes()) {
        byChange.computeIfAbsent(id, k -> new ArrayList<>()).add(split);
      }
    }
    SnapshotFinder finder = new SnapshotFinder();
    for (Map.Entry<String, List<Located>> change : byChange.entrySet()) {
      finder.look(change.getKey(), change.getValue(), start);
    }
    return finder;
  }

  /** Split-directory with the file system that holds it. */
  record Located(FileSystem fs, ListedSplit split) {}

  private void look(String id, List<Located> splits, long start) throws IOException {
    for (Located split : splits) {
      ChangeEntry change = change(split, id);
      if (change == null) {
        // Folded here, but perhaps not in other split-directories.
        continue;
      }
      Path directory = split.split.directory();
      Path folder = ChangeFiles.folder(directory, change);
      Boolean isCommitted = ChangeFiles.isCommitted(split.fs, folder, id);
      if (isCommitted == null) {
        if (change(split, id) != null) {
          throw ChangeFiles.unknown(directory, change);
        }
        continue;
      }
      if (isCommitted) {
        long since = seen(ChangeFiles.Status.COMMITTED.file(folder, id));
        if (since - start < 0) {
          committed.add(id);
        } else {
          needsSecondLook = true;
        }
      }
      return;
    }
  }

  private static ChangeEntry change(Located split, String id) throws IOException {
    for (ChangeEntry change : SplitFiles.read(split.fs, split.split.directory()).changes()) {
      if (change.id().equals(id)) {
        return change;
      }
    }
    return null;
  }

  private static long seen(Path file) {
    synchronized (SEEN) {
      return SEEN.computeIfAbsent(file, k -> System.nanoTime());
    }
  }

  /** Returns true if a change was committed, perhaps before the listing began. */
  boolean needsSecondLook() {
    return needsSecondLook;
  }

  Snapshot snapshot() {
    return Snapshot.of(committed);
  }
}
