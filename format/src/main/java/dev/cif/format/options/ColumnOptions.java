package dev.cif.format.options;

import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.Optimize;
import dev.cif.format.schema.SkipDistances;
import java.util.function.Consumer;

/**
 * Options for writing one column. Immutable.
 *
 * @param layout layout of the blocks; {@link Layout#DCSL} is for maps only
 * @param compression codec of layout block (not NONE). For layout auto, the codec that it may put
 *     on top where that pays, or NONE for never. Other layouts ignore it.
 * @param optimize weight of size against time for layout auto; other layouts ignore it
 * @param blockBytes size of the values before encoding at which a block is closed, in bytes, 1 to
 *     8,388,608. Layout auto allows up to 32 times as much where strings recur.
 * @param blockRows number of rows at which a block is closed, 1 to 1,048,576. Layout auto allows up
 *     to 32 times as many where strings recur, and at most 1,048,576.
 * @param skips skip distances in rows of layouts skiplist and dcsl, ascending, each a divisor of
 *     the next
 * @param partStatistics true to write statistics of parts beside the column's file: of fields of
 *     structs, and of the values of maps under a key (FORMAT.md section 5.2). Columns of other
 *     types ignore it.
 * @param filter true to write filters of the column's values beside its file (FORMAT.md section
 *     5.3); for columns of primitive types only
 * @param storagePolicy HDFS's storage policy of the column's files
 */
public record ColumnOptions(
    Layout layout,
    Compression compression,
    Optimize optimize,
    int blockBytes,
    int blockRows,
    SkipDistances skips,
    boolean partStatistics,
    boolean filter,
    StoragePolicy storagePolicy) {

  /**
   * Greatest size at which blocks are closed, in bytes. It keeps the number of values of a block
   * within FORMAT.md section 9 for all types, except for single rows of millions of values.
   */
  public static final int MAX_BLOCK_BYTES = 1 << 23;

  /** Greatest number of rows of a block, FORMAT.md section 5. */
  public static final int MAX_BLOCK_ROWS = 1 << 20;

  /** Default options: layout auto with zstd where it pays, blocks of 1 MiB and 65,536 rows. */
  public static final ColumnOptions DEFAULT =
      new ColumnOptions(
          Layout.AUTO,
          Compression.ZSTD,
          Optimize.BALANCED,
          1 << 20,
          1 << 16,
          SkipDistances.DEFAULT,
          false,
          false,
          StoragePolicy.NONE);

  /** Creates options without a filter and without a storage policy. */
  public ColumnOptions(
      Layout layout,
      Compression compression,
      Optimize optimize,
      int blockBytes,
      int blockRows,
      SkipDistances skips,
      boolean partStatistics) {
    this(
        layout,
        compression,
        optimize,
        blockBytes,
        blockRows,
        skips,
        partStatistics,
        false,
        StoragePolicy.NONE);
  }

  public ColumnOptions {
    if (blockBytes < 1 || blockBytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "block size " + blockBytes + ": 1 to " + MAX_BLOCK_BYTES + " bytes are allowed");
    }
    if (blockRows < 1 || blockRows > MAX_BLOCK_ROWS) {
      throw new IllegalArgumentException(
          "block rows " + blockRows + ": 1 to " + MAX_BLOCK_ROWS + " are allowed");
    }
    if (layout == Layout.BLOCK && compression == Compression.NONE) {
      throw new IllegalArgumentException("layout block needs a compression other than none");
    }
  }

  /**
   * Checks that the options fit a column.
   *
   * @throws IllegalArgumentException if they do not
   */
  public void expectFit(Column column) {
    if (layout == Layout.DCSL && column.type().kind() != CifType.Kind.MAP) {
      throw new IllegalArgumentException(
          "layout dcsl is for maps; column '"
              + column.name()
              + "' is of type "
              + column.type()
              + ": choose auto, plain, skiplist or block");
    }
    if (filter) {
      expectFilterable(column);
    }
  }

  static void expectFilterable(Column column) {
    if (!column.type().kind().isPrimitive()) {
      throw new IllegalArgumentException(
          "filters are of columns of primitive types; column '"
              + column.name()
              + "' is of type "
              + column.type()
              + ": leave it out of "
              + WriteOptions.FILTERS);
    }
  }

  public ColumnOptions withLayout(Layout newLayout) {
    return with(options -> options.layout = newLayout);
  }

  public ColumnOptions withCompression(Compression newCompression) {
    return with(options -> options.compression = newCompression);
  }

  public ColumnOptions withOptimize(Optimize newOptimize) {
    return with(options -> options.optimize = newOptimize);
  }

  public ColumnOptions withBlockBytes(int newBlockBytes) {
    return with(options -> options.blockBytes = newBlockBytes);
  }

  public ColumnOptions withBlockRows(int newBlockRows) {
    return with(options -> options.blockRows = newBlockRows);
  }

  public ColumnOptions withPartStatistics(boolean newPartStatistics) {
    return with(options -> options.partStatistics = newPartStatistics);
  }

  public ColumnOptions withFilter(boolean newFilter) {
    return with(options -> options.filter = newFilter);
  }

  public ColumnOptions withStoragePolicy(StoragePolicy newPolicy) {
    return with(options -> options.storagePolicy = newPolicy);
  }

  public ColumnOptions withSkips(SkipDistances newSkips) {
    return with(options -> options.skips = newSkips);
  }

  private ColumnOptions with(Consumer<Changed> change) {
    Changed changed = new Changed(this);
    change.accept(changed);
    return changed.options();
  }

  /** Mutable copy of the options, of which one is changed. */
  private static final class Changed {
    private Layout layout;
    private Compression compression;
    private Optimize optimize;
    private int blockBytes;
    private int blockRows;
    private SkipDistances skips;
    private boolean partStatistics;
    private boolean filter;
    private StoragePolicy storagePolicy;

    Changed(ColumnOptions before) {
      layout = before.layout;
      compression = before.compression;
      optimize = before.optimize;
      blockBytes = before.blockBytes;
      blockRows = before.blockRows;
      skips = before.skips;
      partStatistics = before.partStatistics;
      filter = before.filter;
      storagePolicy = before.storagePolicy;
    }

    ColumnOptions options() {
      return new ColumnOptions(
          layout,
          compression,
          optimize,
          blockBytes,
          blockRows,
          skips,
          partStatistics,
          filter,
          storagePolicy);
    }
  }
}
