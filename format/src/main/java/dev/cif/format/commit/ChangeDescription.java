package dev.cif.format.commit;

import dev.cif.format.internal.file.StatusFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** Content of the status file of a change, FORMAT.md section 2.1. Not thread-safe. */
final class ChangeDescription {
  private final Map<Path, List<ChangedColumn>> splits;
  private final Map<Path, ChangedRows> deleted;
  private final Collection<InsertedSplit> inserted;
  private List<String> replaced = List.of();
  private ChangeOrigin origin = ChangeOrigin.UNKNOWN;

  /** Describes a change by views of what it has. */
  ChangeDescription(
      Map<Path, List<ChangedColumn>> splits,
      Map<Path, ChangedRows> deleted,
      Collection<InsertedSplit> inserted) {
    this.splits = splits;
    this.deleted = deleted;
    this.inserted = inserted;
  }

  void setOrigin(ChangeOrigin from) {
    origin = from;
  }

  /** Adds columns that the change concerns, as inserted rows have new values of them. */
  void setReplaced(List<String> names) {
    replaced = List.copyOf(names);
  }

  /**
   * Returns enough to take the change back, and what its history tells.
   *
   * @param directories split-directories below the table that have the change
   * @param time time of the commit in ms since 1970
   */
  StatusFile of(Path table, Set<Path> directories, long time) {
    long rows = 0;
    for (Map.Entry<Path, List<ChangedColumn>> split : splits.entrySet()) {
      ChangedRows gone = deleted.get(split.getKey());
      rows += split.getValue().stream().mapToLong(ChangedColumn::newValues).max().orElse(0);
      rows += gone == null ? 0 : gone.newlyDeleted();
    }
    Set<String> names = new LinkedHashSet<>();
    splits.values().stream().flatMap(List::stream).map(ChangedColumn::name).forEach(names::add);
    rows += inserted.stream().mapToLong(InsertedSplit::rows).sum();
    if (!deleted.isEmpty() || !inserted.isEmpty()) {
      names.add(TableChange.ROWS);
    }
    names.addAll(replaced);
    List<String> paths = new ArrayList<>();
    String root = table.toUri().getPath();
    for (Path directory : directories) {
      String path = directory.toUri().getPath().substring(root.length());
      paths.add(path.startsWith("/") ? path.substring(1) : path);
    }
    StatusFile.Event event =
        new StatusFile.Event(time, origin.user(), origin.program(), origin.statement(), rows);
    return new StatusFile(List.copyOf(names), paths, null, event);
  }
}
