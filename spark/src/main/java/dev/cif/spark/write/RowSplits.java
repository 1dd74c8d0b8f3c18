package dev.cif.spark.write;

import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.write.RollingSplitWriter;
import dev.cif.format.write.SplitWriter;
import dev.cif.spark.table.SparkTypes;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Split-directories of the rows of an attempt of a task, below folders {@code key=value}. Rows of
 * one folder are expected together: when another folder follows, its split-directory is complete.
 * Not thread-safe.
 */
final class RowSplits {
  /** Option: size in bytes at which a split-directory is closed and another begun. */
  private static final String SPLIT_SIZE = "cif.split.size";

  private static final long DEFAULT_SPLIT_SIZE = 512L << 20;
  private static final int ROWS_PER_CHECK = 1024;

  private final FileSystem fs;
  private final Path root;
  private final CifSchema schema;
  private final WriteOptions writeOptions;
  private final SplitLimits limits;
  private final FolderPath folders;

  /** Appenders of the columns in files, and the positions of these in rows. */
  private final List<Appender> appenders = new ArrayList<>();

  private final List<Integer> positions = new ArrayList<>();
  private final List<InsertedSplit> ended = new ArrayList<>();

  /** Folder that is written, its writer, and the open split-directory; null for none. */
  private String folder;

  private RollingSplitWriter writer;
  private SplitWriter split;
  private Path place;
  private int begun;

  /**
   * Creates a writer, which begins nothing yet.
   *
   * @param root folder of the attempt
   * @param rows columns of the rows, those that are folders included
   * @param keys columns that are folders, from the outermost on
   */
  RowSplits(
      FileSystem fs,
      Path root,
      StructType rows,
      List<String> keys,
      CaseInsensitiveStringMap options) {
    this.fs = fs;
    this.root = root;
    folders = FolderPath.of(rows, keys);
    List<StructField> stored = new ArrayList<>();
    for (int i = 0; i < rows.fields().length; i++) {
      StructField field = rows.fields()[i];
      if (!TableFolder.has(keys, field.name())) {
        stored.add(field);
        positions.add(i);
        appenders.add(Appender.of(field.dataType()));
      }
    }
    CifSchema named = SparkTypes.schema(stored);
    ColumnKeys tableKeys = ColumnKeys.fromProperties(options::get);
    schema = tableKeys == null ? named : tableKeys.keyed(named);
    writeOptions = WriteOptions.fromProperties(schema, options::get);
    limits = splitSize(options);
  }

  /**
   * Returns the size of split-directories.
   *
   * @throws IllegalArgumentException if it is no number from 1 on
   */
  static SplitLimits splitSize(Map<String, String> options) {
    String given = options.getOrDefault(SPLIT_SIZE, Long.toString(DEFAULT_SPLIT_SIZE)).strip();
    try {
      long size = Long.parseLong(given);
      if (size > 0) {
        return SplitLimits.ofBytes(size);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        SPLIT_SIZE + " is '" + given + "': a number of bytes from 1 on is allowed");
  }

  void write(InternalRow row) throws IOException {
    String into = folders.of(row);
    if (!into.equals(folder)) {
      end();
      folder = into;
      writer = new RollingSplitWriter(fs, schema, writeOptions, limits, number -> place());
    }
    split = writer.current();
    for (int i = 0; i < appenders.size(); i++) {
      appenders.get(i).append(row, positions.get(i), split.column(i));
    }
    split.endRow();
    if (split.rows() % ROWS_PER_CHECK == 0) {
      int before = writer.splits();
      writer.rollIfFull();
      if (writer.splits() > before) {
        ended();
      }
    }
  }

  private Path place() {
    Path in = folder.isEmpty() ? root : new Path(root, folder);
    place = new Path(in, String.format(Locale.ROOT, "%05d", begun++));
    return place;
  }

  private void ended() {
    ended.add(new InsertedSplit(place, folder, split.rows()));
    split = null;
  }

  /** Completes the open split-directory. */
  private void end() throws IOException {
    if (split != null) {
      writer.close();
      ended();
    }
  }

  /** Completes all split-directories, and returns them. */
  List<InsertedSplit> finish() throws IOException {
    end();
    return ended;
  }

  /** Closes the files of the open split-directory, which stays incomplete. */
  void abort() {
    if (writer != null) {
      writer.abort();
    }
  }
}
