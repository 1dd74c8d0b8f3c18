package dev.cif.format;

import dev.cif.format.internal.filter.ValueBytes;
import java.util.function.Consumer;

/**
 * How one column is written. Immutable.
 *
 * @param layout the layout; {@link Layout#DCSL} is for maps only
 * @param compression layout block: its codec (not NONE); layout auto: the codec that it may put on
 *     top where that pays, NONE for never; other layouts ignore it
 * @param optimize layout auto: what it chooses encodings for; other layouts ignore it
 * @param blockBytes a block is closed when its values reach this size before encoding, in bytes, 1
 *     to 8,388,608; layout auto: up to 32 times of it where strings recur
 * @param blockRows a block is closed at this many rows, 1 to 1,048,576; layout auto: up to 32 times
 *     of it where strings recur
 * @param skips skip distances in rows of layouts skiplist and dcsl, ascending, each a divisor of
 *     the next
 * @param partStatistics whether statistics of parts are written beside the column's file: of fields
 *     of structs, and of what maps have under a key (FORMAT.md section 5.2); columns of other types
 *     ignore it
 * @param filter whether filters of the column's values are written beside its file (FORMAT.md
 *     section 5.3); for columns of primitive types only
 * @param storagePolicy HDFS's policy for the column's files
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
   * Greatest size at which blocks are closed: with it, the values of a block stay below the number
   * that FORMAT.md section 9 allows, whatever the types, but for single rows of millions of values.
   */
  public static final int MAX_BLOCK_BYTES = 1 << 23;

  /** Greatest number of rows of a block, FORMAT.md section 5. */
  public static final int MAX_BLOCK_ROWS = 1 << 20;

  /** Layout auto with zstd where it pays, blocks of 1 MiB and 65,536 rows. */
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

  /** Without a filter, and without a policy for files. */
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
   * Checks that a column can be written so.
   *
   * @throws IllegalArgumentException if not
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
    if (!ValueBytes.has(column.type())) {
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

  /** The same options, of which one is changed. */
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
