package dev.cif.format.read;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.auto.AutoBlock;
import dev.cif.format.internal.auto.Parts;
import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFile;
import dev.cif.format.internal.file.Footer;
import dev.cif.format.internal.file.OpenFiles;
import dev.cif.format.internal.file.PartsFile;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.row.KeyFilter;
import dev.cif.format.internal.row.RowBlock;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.StructVector;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Column that the split has, read from its file. */
final class StoredColumn extends ColumnReader implements Closeable {
  /** Action on rows of one block. */
  private interface Step {
    void run(Block block, int row, int count);
  }

  private final OpenFiles files;
  private final Column column;
  private final ColumnEntry entry;
  private final ReadOptions options;
  private final ReadMetrics metrics;
  private final DecodeCounter counter = new DecodeCounter();
  private ReadMetrics.ColumnCounts counts;
  private ColumnFile file;
  private PartsFile parts;

  /** True if the file of the statistics of parts is missing. */
  private boolean lacksParts;

  /** Ranges of rows (from, to) that will be read and that the file does not know of yet. */
  private final List<long[]> expected = new ArrayList<>();

  private Block block;
  private int blockIndex = -1;

  /** True if parts of the current block are read when they are wanted. */
  private boolean isDivided;

  private Footer.Entry blockEntry;

  /** Key filter that was used last, and its block. */
  private Input filter;

  private int filterIndex = -1;

  StoredColumn(
      OpenFiles files,
      Column column,
      ColumnEntry entry,
      long rows,
      ReadOptions options,
      ReadMetrics metrics) {
    super(column.type(), rows);
    this.files = files;
    this.column = column;
    this.entry = entry;
    this.options = options;
    this.metrics = metrics;
  }

  private ColumnFile file() throws IOException {
    if (file == null) {
      file = files.open(column, entry, rows());
      metrics.filesOpened = files.count();
      counts = metrics.open(column.name());
      counts.valuesDecoded = () -> counter.decoded;
      counts.rowsSkipped = () -> counter.skipped;
      counts.localBytesRead =
          () -> file.localBytesRead() + (parts == null ? 0 : parts.localBytesRead());
      countBytes();
    }
    return file;
  }

  private void countBytes() {
    counts.bytesRead = file.bytesRead() + (parts == null ? 0 : parts.bytesRead());
  }

  /** Returns the statistics of the values' parts; null if there are none. */
  PartsFile parts() throws IOException {
    if (parts == null && entry.parts() != null && !lacksParts) {
      parts = files.parts(column, entry, footer());
      lacksParts = parts == null;
      metrics.filesOpened = files.count();
      countBytes();
    }
    return parts;
  }

  Footer footer() throws IOException {
    return file().footer();
  }

  @Override
  public ColumnStatistics statistics() throws IOException {
    return footer().statistics();
  }

  private boolean isCurrent(long row) {
    return block != null
        && row >= blockEntry.firstRow()
        && row < blockEntry.firstRow() + blockEntry.rows();
  }

  /**
   * Makes the block that holds the row the current one.
   *
   * @param few true if few of the block's parts will be wanted, and before the next load
   */
  private void load(long row, boolean few) throws IOException {
    if (isCurrent(row) && (few || !isDivided)) {
      return;
    }
    Footer footer = footer();
    int index =
        block != null && row == blockEntry.firstRow() + blockEntry.rows()
            ? blockIndex + 1
            : footer.blockOf(row);
    block = null;
    blockIndex = index;
    blockEntry = footer.entries().get(index);
    isDivided = few && !blockEntry.parts().isEmpty();
    if (!few) {
      tellExpected(footer);
    }
    boolean verify = options.verifyChecksums();
    Input body = isDivided ? file.head(index, verify) : file.block(index, verify);
    countBytes();
    counts.blocksRead++;
    block = open(footer, body);
  }

  private void tellExpected(Footer footer) {
    for (long[] rows : expected) {
      file.expect(footer.blockOf(rows[0]), footer.blockOf(rows[1] - 1));
    }
    expected.clear();
  }

  private Block open(Footer footer, Input body) throws IOException {
    ErrorPlace place = new ErrorPlace(file.path().toString(), column.name(), blockEntry.offset());
    int rows = blockEntry.rows();
    if (isDivided) {
      Parts parts = new BlockParts(blockIndex, blockEntry);
      return guarded(() -> AutoBlock.openDivided(type(), rows, body, parts, counter, place));
    }
    return guarded(
        () ->
            footer.layout() == Layout.AUTO
                ? AutoBlock.open(type(), rows, body, counter, place)
                : RowBlock.open(
                    type(), footer.layout(), footer.skips(), rows, body, counter, place));
  }

  /** Parts of a block in the file. */
  private final class BlockParts implements Parts {
    private final int index;
    private final Footer.Entry entry;

    BlockParts(int index, Footer.Entry entry) {
      this.index = index;
      this.entry = entry;
    }

    @Override
    public int count() {
      return entry.parts().size();
    }

    @Override
    public long length() {
      return (long) entry.length() - entry.headLength();
    }

    @Override
    public Input read(int part) {
      try {
        Input in = file.part(index, part, options.verifyChecksums());
        countBytes();
        return in;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Runs a decoder and turns its errors into their public form. */
  private <T> T guarded(java.util.function.Supplier<T> decoder) throws IOException {
    try {
      return decoder.get();
    } catch (UncheckedIOException e) {
      block = null;
      throw e.getCause();
    } catch (CorruptDataException e) {
      block = null;
      throw new ErrorPlace(file.path().toString(), column.name(), blockEntry.offset()).damaged(e);
    } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
      block = null;
      throw CifException.at(
          file.path(), column.name(), blockEntry.offset(), "the block is damaged: " + e, e);
    }
  }

  private void forBlocks(long row, int count, boolean few, Step step) throws IOException {
    for (int done = 0; done < count; ) {
      load(row + done, few);
      int first = (int) (row + done - blockEntry.firstRow());
      int n = Math.min(count - done, blockEntry.rows() - first);
      guarded(
          () -> {
            step.run(block, first, n);
            return null;
          });
      done += n;
    }
  }

  @Override
  long endOfBlockChecked(long row) throws IOException {
    Footer footer = footer();
    Footer.Entry entry = isCurrent(row) ? blockEntry : footer.entries().get(footer.blockOf(row));
    return entry.firstRow() + entry.rows();
  }

  @Override
  void expectChecked(long from, long to) {
    if (options.columnCache() != null) {
      expected.add(new long[] {from, to});
    }
  }

  @Override
  void readChecked(long row, int count, ColumnVector out) throws IOException {
    boolean few =
        out instanceof StructVector struct && 2 * struct.wantedCount() <= struct.fieldCount();
    forBlocks(row, count, few, (b, first, n) -> b.read(first, n, out));
  }

  @Override
  void readKeyChecked(long row, int count, MapKey key, ColumnVector out) throws IOException {
    long end = row + count;
    for (long at = row; at < end; ) {
      int index = isCurrent(at) ? blockIndex : footer().blockOf(at);
      Footer.Entry entry = footer().entries().get(index);
      int n = (int) (Math.min(end, entry.firstRow() + entry.rows()) - at);
      if (!isCurrent(at) && lacks(index, key)) {
        out.appendNulls(n);
        counter.skipped += n;
      } else {
        forBlocks(at, n, true, (b, first, k) -> b.readKey(first, k, key, out));
      }
      at += n;
    }
  }

  /** Returns true if a block's key filter proves that no map of the block has the key. */
  private boolean lacks(int index, MapKey key) throws IOException {
    if (footer().entries().get(index).filterLength() == 0) {
      return false;
    }
    if (index != filterIndex) {
      filter = file.filter(index, options.verifyChecksums());
      filterIndex = index;
      countBytes();
    }
    return !KeyFilter.mayHave(filter, key);
  }

  @Override
  Value valueChecked(long row) throws IOException {
    load(row, false);
    return guarded(() -> block.value((int) (row - blockEntry.firstRow())));
  }

  /** Reads every block and the statistics of parts, and checks their checksums. */
  long verify() throws IOException {
    Footer footer = footer();
    for (int i = 0; i < footer.entries().size(); i++) {
      file.block(i, true);
      if (footer.entries().get(i).filterLength() > 0) {
        file.filter(i, true);
      }
    }
    if (entry.parts() != null) {
      files.checkParts(column, entry);
      parts().verify();
    }
    countBytes();
    return counts.bytesRead;
  }

  /**
   * Reads blocks at equal distances, and counts them by the names of their encodings. For layouts
   * without encodings, counts them by the layout or its codec.
   */
  Map<String, Integer> encodings(int most) throws IOException {
    Footer footer = footer();
    Map<String, Integer> found = new TreeMap<>();
    int all = footer.entries().size();
    int wanted = Math.min(most, all);
    for (int i = 0; i < wanted; i++) {
      if (footer.layout() != Layout.AUTO) {
        found.merge(rowLayout(footer), 1, Integer::sum);
        continue;
      }
      load(footer.entries().get((int) ((long) i * all / wanted)).firstRow(), false);
      for (String name : guarded(() -> block.encodings())) {
        found.merge(name, 1, Integer::sum);
      }
    }
    forgetBlock();
    return found;
  }

  private static String rowLayout(Footer footer) {
    Compression codec = footer.compression();
    return codec == Compression.NONE ? footer.layout().text() : codec.text();
  }

  /** Releases the memory of the block that was read last. */
  void forgetBlock() {
    block = null;
    blockIndex = -1;
    filter = null;
    filterIndex = -1;
  }

  @Override
  public void close() throws IOException {
    forgetBlock();
    if (file != null) {
      file.close();
    }
  }
}
