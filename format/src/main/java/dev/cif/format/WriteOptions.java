package dev.cif.format;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** How the columns of a split are written. Immutable. Properties: docs/CONFIGURATION.md. */
public final class WriteOptions {
  /** Layout of columns: auto, plain, skiplist, block, dcsl. */
  public static final String LAYOUT = "cif.layout";

  /** Compression: none, zlib, snappy, lz4, zstd, lzo. */
  public static final String COMPRESSION = "cif.compression";

  /** Bytes of values before encoding at which a block is closed. */
  public static final String BLOCK_SIZE = "cif.block.size";

  /** Rows at which a block is closed. */
  public static final String BLOCK_ROWS = "cif.block.rows";

  /** Skip distances in rows, comma-separated. */
  public static final String SKIP_DISTANCES = "cif.skip.distances";

  /** Every column with {@link ColumnOptions#DEFAULT}. */
  public static final WriteOptions DEFAULT = new WriteOptions(ColumnOptions.DEFAULT, Map.of());

  private final ColumnOptions defaults;
  private final Map<String, ColumnOptions> columns;

  private WriteOptions(ColumnOptions defaults, Map<String, ColumnOptions> columns) {
    this.defaults = defaults;
    this.columns = Map.copyOf(columns);
  }

  /** The same options for every column. */
  public static WriteOptions of(ColumnOptions defaults) {
    return new WriteOptions(defaults, Map.of());
  }

  /** A copy in which one column has options of its own. */
  public WriteOptions with(String column, ColumnOptions options) {
    Map<String, ColumnOptions> copy = new HashMap<>(columns);
    copy.put(CifSchema.foldCase(column), options);
    return new WriteOptions(defaults, copy);
  }

  /** The options of a column, by its name, ignoring case. */
  public ColumnOptions column(String name) {
    return columns.getOrDefault(CifSchema.foldCase(name), defaults);
  }

  /**
   * Options from properties: {@code cif.layout} and its like hold for all columns, {@code
   * cif.layout.<column>} (column name in lower case) for one.
   *
   * @param properties gives the value of a property, or null
   * @throws IllegalArgumentException naming the property, its value and what is allowed
   */
  public static WriteOptions fromProperties(CifSchema schema, UnaryOperator<String> properties) {
    ColumnOptions defaults = apply(ColumnOptions.DEFAULT, properties, "");
    Map<String, ColumnOptions> columns = new HashMap<>();
    for (Column column : schema.columns()) {
      String name = CifSchema.foldCase(column.name());
      ColumnOptions options = apply(inherited(defaults, column.type()), properties, "." + name);
      columns.put(name, options);
    }
    return new WriteOptions(defaults, columns);
  }

  /** A table-wide layout dcsl is for the maps; what is no map becomes a skip list then. */
  private static ColumnOptions inherited(ColumnOptions defaults, CifType type) {
    boolean dcslForOther = defaults.layout() == Layout.DCSL && type.kind() != CifType.Kind.MAP;
    return dcslForOther ? defaults.withLayout(Layout.SKIPLIST) : defaults;
  }

  private static ColumnOptions apply(
      ColumnOptions base, UnaryOperator<String> properties, String suffix) {
    String layout = properties.apply(LAYOUT + suffix);
    String compression = properties.apply(COMPRESSION + suffix);
    String size = properties.apply(BLOCK_SIZE + suffix);
    String rows = properties.apply(BLOCK_ROWS + suffix);
    String skips = properties.apply(SKIP_DISTANCES + suffix);
    try {
      return new ColumnOptions(
          layout == null ? base.layout() : Layout.parse(layout),
          compression == null ? base.compression() : Compression.parse(compression),
          size == null ? base.blockBytes() : Integer.parseInt(size.trim()),
          rows == null ? base.blockRows() : Integer.parseInt(rows.trim()),
          skips == null ? base.skips() : SkipDistances.parse(skips));
    } catch (IllegalArgumentException e) {
      String where = suffix.isEmpty() ? "the table" : "column " + suffix.substring(1);
      throw new IllegalArgumentException(
          "the properties cif.* of " + where + " are not valid: " + e.getMessage(), e);
    }
  }
}
