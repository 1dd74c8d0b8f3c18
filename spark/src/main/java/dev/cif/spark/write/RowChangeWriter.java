package dev.cif.spark.write;

import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.schema.CifException;
import dev.cif.spark.table.RowAddress;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;
import org.roaringbitmap.RoaringBitmap;

/**
 * Lists the rows of an attempt of a task that are to be deleted, and writes those that are to be
 * inserted. Rows come in any order. Not thread-safe.
 */
final class RowChangeWriter implements DeltaWriter<InternalRow> {
  /** Positions in the identity of a row, as {@link RowChange} asks for it. */
  private static final int SPLIT = 0;

  private static final int ROW = 1;
  private static final long MOST_ROWS = 1L << 32;

  private final FileSystem fs;
  private final Path folder;

  /** Writer of new rows; null if the statement has none. */
  private final RowSplits inserted;

  private final Map<UTF8String, RoaringBitmap> deleted = new HashMap<>();

  /** Address of the last deleted row's split-directory, and its rows; null for none. */
  private UTF8String split;

  private RoaringBitmap rows;

  /**
   * Creates a writer.
   *
   * @param folder folder of the attempt
   * @param inserted writer of new rows below it; null if there are none
   */
  RowChangeWriter(FileSystem fs, Path folder, RowSplits inserted) {
    this.fs = fs;
    this.folder = folder;
    this.inserted = inserted;
  }

  /** Output of a task. Of arrays and texts alone, which each serializer of Spark knows. */
  static final class Changed implements WriterCommitMessage {
    private static final long serialVersionUID = 1L;

    /** Addresses of split-directories with deleted rows, and for each a bitmap of their numbers. */
    final String[] splits;

    final byte[][] rows;

    /** New split-directories, as {@link InsertedSplit#toJson}. */
    final String[] inserted;

    Changed(String[] splits, byte[][] rows, String[] inserted) {
      this.splits = splits;
      this.rows = rows;
      this.inserted = inserted;
    }
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) throws IOException {
    UTF8String address = id.getUTF8String(SPLIT);
    long row = id.getLong(ROW);
    if (row < 0 || row >= MOST_ROWS) {
      throw new CifException(
          "row " + row + " of " + address + " can't be deleted: only rows below 2^32 can");
    }
    if (!address.equals(split)) {
      split = address.copy();
      rows = deleted.computeIfAbsent(split, key -> new RoaringBitmap());
    }
    rows.add((int) row);
  }

  /** Never called, as {@link RowChange} asks for a deletion and an insertion instead. */
  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) throws IOException {
    throw new UnsupportedOperationException(RowAddress.SPLIT + " of a row can't be kept");
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    inserted.write(row);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    List<String> splits = new ArrayList<>();
    List<byte[]> bitmaps = new ArrayList<>();
    for (Map.Entry<UTF8String, RoaringBitmap> of : deleted.entrySet()) {
      splits.add(of.getKey().toString());
      of.getValue().runOptimize();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      of.getValue().serialize(new DataOutputStream(bytes));
      bitmaps.add(bytes.toByteArray());
    }
    List<String> lines = new ArrayList<>();
    if (inserted != null) {
      inserted.finish().forEach(split -> lines.add(split.toJson()));
    }
    return new Changed(
        splits.toArray(String[]::new),
        bitmaps.toArray(byte[][]::new),
        lines.toArray(String[]::new));
  }

  @Override
  public void abort() throws IOException {
    if (inserted != null) {
      inserted.abort();
      fs.delete(folder, true);
    }
  }

  @Override
  public void close() {}
}
