package dev.cif.format.internal.file;

import dev.cif.format.CifException;
import dev.cif.format.Column;
import dev.cif.format.ColumnOptions;
import dev.cif.format.ColumnStatistics;
import dev.cif.format.Compression;
import dev.cif.format.Layout;
import dev.cif.format.internal.auto.AutoEncoder;
import dev.cif.format.internal.encoding.Goal;
import dev.cif.format.internal.io.Output;
import dev.cif.format.internal.row.KeyFilter;
import dev.cif.format.internal.row.RowEncoder;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes one column file, FORMAT.md section 5. Holds the values of at most one block. The file is
 * created with the first block, or when finished.
 */
public final class ColumnFileWriter implements Closeable {
  /** Bodies of this length are divided where they can be. */
  private static final int DIVIDED = 4096;

  private final Files files;
  private final Path path;
  private final Column column;
  private final ColumnOptions options;
  private final ColumnVector vector;
  private final List<Footer.Entry> entries = new ArrayList<>();
  private final Output body = new Output();
  private FSDataOutputStream out;
  private ColumnStatistics statistics = new ColumnStatistics(0, 0, null, null, false, false, false);
  private long offset = Footer.HEADER_BYTES;
  private long rows;
  private long rawBytes;
  private long blockBytes;

  /** Where the file is created. */
  public interface Files {
    /** Creates a file that is not there yet; fails if it is. */
    FSDataOutputStream create(Path path) throws IOException;
  }

  public ColumnFileWriter(Files files, Path path, Column column, ColumnOptions options) {
    this.files = files;
    this.path = path;
    this.column = column;
    this.options = options;
    this.vector = ColumnVector.create(column.type());
    options.expectFit(column);
  }

  /** The values of the block being filled; the caller appends one a row. */
  public ColumnVector vector() {
    return vector;
  }

  public Path path() {
    return path;
  }

  /** Takes note of a row that was appended, and writes the block if it is full. */
  public void endRow() throws IOException {
    blockBytes += vector.rawBytes(vector.size() - 1);
    if (blockBytes >= options.blockBytes() || vector.size() >= options.blockRows()) {
      flush();
    }
  }

  private void flush() throws IOException {
    body.reset();
    int[] partLengths = {};
    try {
      if (options.layout() == Layout.AUTO) {
        partLengths =
            AutoEncoder.encode(vector, new Goal(options.compression(), options.optimize()), body);
      } else {
        RowEncoder.encode(vector, 0, vector.size(), options, body);
      }
    } catch (IllegalArgumentException e) {
      throw CifException.at(path, column.name(), -1, e.getMessage(), e);
    }
    FSDataOutputStream file = open();
    file.write(body.array(), 0, body.size());
    ColumnStatistics block = Statistics.of(vector);
    List<Footer.Part> parts = new ArrayList<>();
    int head = body.size();
    for (int k = partLengths.length - 1; k >= 0 && body.size() >= DIVIDED; k--) {
      head -= partLengths[k];
      int partCrc = Crc.of(body.array(), head, partLengths[k]);
      parts.add(0, new Footer.Part(head, partLengths[k], partCrc));
    }
    int crc = Crc.of(body.array(), 0, head);
    byte[] filter =
        options.layout() == Layout.DCSL ? KeyFilter.of(column.type(), body) : new byte[0];
    file.write(filter);
    entries.add(
        new Footer.Entry(
            offset,
            body.size(),
            rows,
            vector.size(),
            blockBytes,
            crc,
            filter.length,
            Crc.of(filter, 0, filter.length),
            List.copyOf(parts),
            block));
    statistics = rows == 0 ? block : Statistics.merge(statistics, block);
    offset += body.size() + filter.length;
    rows += vector.size();
    rawBytes += blockBytes;
    blockBytes = 0;
    vector.reset();
  }

  private FSDataOutputStream open() throws IOException {
    if (out == null) {
      out = files.create(path);
      out.write(Footer.MAGIC);
      out.write(new byte[] {Footer.VERSION, 0, 0, 0});
    }
    return out;
  }

  /** Bytes written so far. */
  public long length() {
    return offset;
  }

  /** Bytes of all values so far before encoding. */
  public long rawBytes() {
    return rawBytes + blockBytes;
  }

  /** Writes what is left and the footer, closes the file, and says what the schema file needs. */
  public ColumnEntry finish() throws IOException {
    if (vector.size() > 0) {
      flush();
    }
    Layout layout = options.layout();
    Output footer = new Output();
    new Footer(
            layout,
            layout == Layout.BLOCK ? options.compression() : Compression.NONE,
            column.type(),
            Footer.hasSkips(layout) ? options.skips() : null,
            rows,
            statistics,
            entries)
        .write(footer);
    int length = footer.size();
    int crc = Crc.of(footer.array(), 0, length);
    footer.u32(length);
    footer.u32(crc);
    footer.raw(Footer.MAGIC, 0, Footer.MAGIC.length);
    FSDataOutputStream file = open();
    file.write(footer.array(), 0, footer.size());
    file.close();
    out = null;
    return new ColumnEntry(path.getName(), offset + footer.size(), length, crc, rawBytes);
  }

  /** Closes the file as it is; only of use to give up. */
  @Override
  public void close() throws IOException {
    if (out != null) {
      FSDataOutputStream file = out;
      out = null;
      file.close();
    }
  }
}
