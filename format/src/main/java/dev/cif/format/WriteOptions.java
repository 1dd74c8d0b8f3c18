package dev.cif.format;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
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
    Properties given = new Properties(properties, suffix);
    Layout layout = given.value(LAYOUT, base.layout(), Layout::parse);
    Compression compression = given.value(COMPRESSION, base.compression(), Compression::parse);
    int bytes =
        given.value(
            BLOCK_SIZE, base.blockBytes(), v -> base.withBlockBytes(number(v)).blockBytes());
    int rows =
        given.value(BLOCK_ROWS, base.blockRows(), v -> base.withBlockRows(number(v)).blockRows());
    SkipDistances skips = given.value(SKIP_DISTANCES, base.skips(), SkipDistances::parse);
    try {
      return new ColumnOptions(layout, compression, bytes, rows, skips);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          LAYOUT + suffix + " and " + COMPRESSION + suffix + ": " + e.getMessage(), e);
    }
  }

  /** A whole number; what is none is as bad as 0, which no property allows. */
  private static int number(String value) {
    try {
      return Integer.parseInt(value.trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The properties of the table, or with the suffix those of a column. */
  private record Properties(UnaryOperator<String> values, String suffix) {
    /** The property's value, or the inherited one if it is not set. */
    <T> T value(String property, T inherited, Function<String, T> parser) {
      String value = values.apply(property + suffix);
      if (value == null) {
        return inherited;
      }
      try {
        return parser.apply(value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            property + suffix + " is '" + value + "': " + e.getMessage(), e);
      }
    }
  }
}
