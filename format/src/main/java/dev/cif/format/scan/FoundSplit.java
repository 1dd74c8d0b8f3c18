package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ListedSplit;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.Snapshot;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Split-directory that {@link SplitFinder} found.
 *
 * @param fs file system that holds it
 * @param listed its listing
 * @param snapshot changes that count for all split-directories found together
 */
public record FoundSplit(FileSystem fs, ListedSplit listed, Snapshot snapshot) {
  public Path directory() {
    return listed.directory();
  }

  /** Opens it to read its rows. Reads its current files, regardless of caches. */
  public SplitReader read(ReadOptions options) throws IOException {
    return read(options, TableColumns.STORED);
  }

  /** Opens it to read its rows with the columns of a table. */
  public SplitReader read(ReadOptions options, TableColumns table) throws IOException {
    return SplitReader.open(fs, directory(), options, snapshot, table);
  }

  /** Opens it for a plan, with all columns that it has. */
  public SplitReader open(ReadOptions options) throws IOException {
    return open(options, TableColumns.STORED);
  }

  /** Opens it for a plan, with the columns of a table. */
  public SplitReader open(ReadOptions options, TableColumns table) throws IOException {
    return SplitReader.open(fs, listed, options, snapshot, table);
  }
}
