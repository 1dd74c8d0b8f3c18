package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFile;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.DeletesFile;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterFile;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.PartsFile;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Placing of the files of columns: their renaming from hidden to final names, and back. */
final class ColumnPlacing {
  private final FileSystem fs;
  private final Path directory;
  private final AtomicFiles store;

  /** Files of the split at the begin of the change, by name. */
  private final Map<String, FileStatus> files;

  /** Schema file before the change. */
  private final SchemaFile old;

  /** Files that were renamed to their final names, by their hidden names. */
  private final Map<Path, Path> placed = new LinkedHashMap<>();

  ColumnPlacing(
      FileSystem fs,
      Path directory,
      AtomicFiles store,
      Map<String, FileStatus> files,
      SchemaFile old) {
    this.fs = fs;
    this.directory = directory;
    this.store = store;
    this.files = files;
    this.old = old;
  }

  /** Places the files of a column, see {@link SplitCommit#place}. */
  ColumnEntry place(ColumnEntry file, Column column) throws IOException {
    IntFunction<String> names = k -> SplitFiles.columnFile(column, k);
    Content content =
        name -> ColumnFile.open(fs, directory, column, file.withFile(name), old.rows()).close();
    String name = place(file.file(), file.length(), column.name(), names, content);
    ColumnEntry placed = file.withFile(name).withFilters(placeFilters(file, column));
    PartsEntry parts = file.parts();
    if (parts == null) {
      return placed;
    }
    names = k -> SplitFiles.partsFile(SplitFiles.columnFile(column, k));
    content = one -> PartsFile.check(fs, directory, column, parts.withFile(one));
    String own = place(parts.file(), parts.length(), column.name(), names, content);
    return placed.withParts(parts.withFile(own));
  }

  private List<FilterEntry> placeFilters(ColumnEntry file, Column column) throws IOException {
    List<FilterEntry> placed = new ArrayList<>();
    for (FilterEntry filter : file.filters()) {
      IntFunction<String> names =
          k -> SplitFiles.filterFile(SplitFiles.columnFile(column, k), filter.with());
      Content content =
          name ->
              FilterFile.verify(fs, directory, column.name(), filter.withFile(name), old.rows());
      String own = place(filter.file(), filter.length(), column.name(), names, content);
      placed.add(filter.withFile(own));
    }
    return placed;
  }

  /** Places a file of deleted rows, see {@link SplitCommit#place(DeletesEntry, String)}. */
  DeletesEntry place(DeletesEntry file, String id) throws IOException {
    IntFunction<String> names = k -> SplitFiles.deletesFile(k == 0 ? id : id + "." + k);
    Content content = name -> DeletesFile.read(fs, directory, file.withFile(name), old.rows());
    return file.withFile(place(file.file(), file.length(), TableChange.ROWS, names, content));
  }

  /** Expected content of a file, under any name. */
  private interface Content {
    /** Throws a CifException if the file has other content. */
    void check(String name) throws IOException;

    default boolean isIn(String name) throws IOException {
      try {
        check(name);
        return true;
      } catch (CifException e) {
        return false;
      }
    }
  }

  private String place(
      String file, long length, String column, IntFunction<String> names, Content content)
      throws IOException {
    Path hidden = SplitFiles.file(directory, file);
    Path from = files.containsKey(file) ? hidden : leftBehind(file, length, column, content);
    for (int k = 0; ; k++) {
      String name = names.apply(k);
      if (!files.containsKey(name) && tryMove(from, name, content)) {
        placed.put(hidden, SplitFiles.file(directory, name));
        return name;
      }
    }
  }

  private Path leftBehind(String file, long length, String column, Content content)
      throws IOException {
    Set<String> named = old.files();
    for (FileStatus status : files.values()) {
      String name = status.getPath().getName();
      if (status.getLen() == length && !named.contains(name) && content.isIn(name)) {
        return SplitFiles.file(directory, name);
      }
    }
    throw CifException.at(
        SplitFiles.file(directory, file),
        column,
        -1,
        "the file that was written is gone; try again");
  }

  private boolean tryMove(Path from, String name, Content content) throws IOException {
    Path to = SplitFiles.file(directory, name);
    try {
      store.move(from, to);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      // The rename may have succeeded nevertheless.
      if (fs.exists(from) || !content.isIn(name)) {
        throw e;
      }
    }
    return true;
  }

  /** Renames the files back, so that they can be published again under their hidden names. */
  void undo() throws IOException {
    for (Map.Entry<Path, Path> file : placed.entrySet()) {
      store.move(file.getValue(), file.getKey());
    }
  }
}
