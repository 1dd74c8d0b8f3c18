package dev.cif.format.options;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.Optimize;
import dev.cif.format.schema.SkipDistances;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Options for writing a split: those of its columns, and its placement with other splits.
 * Immutable. Properties: docs/CONFIGURATION.md.
 */
public final class WriteOptions {
  /** Layout of columns: auto, plain, skiplist, block, dcsl. */
  public static final String LAYOUT = "cif.layout";

  /** Compression: none, zlib, snappy, lz4, zstd, lzo. */
  public static final String COMPRESSION = "cif.compression";

  /** Goal of layout auto: speed, balanced, size. */
  public static final String OPTIMIZE = "cif.optimize";

  /**
   * Size of values before encoding at which a block is closed, in bytes, unless its strings recur.
   */
  public static final String BLOCK_SIZE = "cif.block.size";

  /** Number of rows at which a block is closed, unless its strings recur. */
  public static final String BLOCK_ROWS = "cif.block.rows";

  /** Skip distances in rows, comma-separated. */
  public static final String SKIP_DISTANCES = "cif.skip.distances";

  /** Statistics of fields of structs and keys of maps: true, false. */
  public static final String PART_STATISTICS = "cif.part.statistics";

  /** Storage policy of files in HDFS: none, or its name there. */
  public static final String STORAGE_POLICY = "cif.storage.policy";

  /** Greatest number of columns of the key of a filter. */
  public static final int MAX_FILTER_COLUMNS = 16;

  /** Greatest number of filters whose keys begin with the same column. */
  public static final int MAX_FILTERS = 16;

  /** Properties that hold for one column if its name is appended. */
  public static final List<String> COLUMN_PROPERTIES =
      List.of(
          LAYOUT,
          COMPRESSION,
          OPTIMIZE,
          BLOCK_SIZE,
          BLOCK_ROWS,
          SKIP_DISTANCES,
          PART_STATISTICS,
          STORAGE_POLICY,
          WriteOptions.COLUMN_GROUP);

  /** Co-location group, whose corresponding parts HDFS keeps on the same nodes. */
  public static final String PLACEMENT_GROUP = "cif.placement.group";

  /** Group of columns that share a file: none, narrow, or a name. */
  public static final String COLUMN_GROUP = "cif.column.group";

  /** Greatest number of columns of a group file. */
  public static final String COLUMNS_PER_GROUP = "cif.columns.per.group";

  /** Keys with filters: names of columns, joined by + within a key. */
  public static final String FILTERS = "cif.filters";

  /** Memory in bytes that the open blocks of a split take. */
  public static final String WRITE_MEMORY = "cif.write.memory";

  /** Order of the rows of a split, in the form of {@link SortOrder#parse}. */
  public static final String SORT_BY = "cif.sort.by";

  /** Local folder for rows that are sorted and do not fit into memory. */
  public static final String SORT_FOLDER = "cif.sort.folder";

  /** Default of {@link #WRITE_MEMORY}: 256 MB, or a 16th of the greatest heap. */
  public static final long DEFAULT_MEMORY =
      Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 16);

  /** Default options: every column with {@link ColumnOptions#DEFAULT}. */
  public static final WriteOptions DEFAULT = of(ColumnOptions.DEFAULT);

  private final ColumnOptions defaults;
  private final Map<String, ColumnOptions> columns;
  private final String group;
  private final PlacementKey placement;
  private final ColumnGroups columnGroups;
  private final long memory;
  private final SortOptions sorting;

  /** Keys with filters; names in lower case. */
  private final List<List<String>> filters;

  private WriteOptions(Changed options) {
    defaults = options.defaults;
    columns = Map.copyOf(options.columns);
    group = options.group;
    placement = options.placement;
    columnGroups = options.columnGroups;
    memory = options.memory;
    sorting = options.sorting;
    filters = options.filters;
  }

  /** Returns options that are the same for every column. */
  public static WriteOptions of(ColumnOptions defaults) {
    return new WriteOptions(new Changed(defaults));
  }

  /** Returns a copy in which one column has its own options. */
  public WriteOptions with(String column, ColumnOptions options) {
    Map<String, ColumnOptions> copy = new HashMap<>(columns);
    copy.put(CifSchema.foldCase(column), options);
    return with(changed -> changed.columns = copy);
  }

  /**
   * Returns a copy with a co-location group.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public WriteOptions withGroup(String name) {
    String expected = PlacementKey.expectGroup(name);
    return with(
        changed -> {
          changed.group = expected;
          changed.placement = null;
        });
  }

  /** Returns a copy in which columns share files. */
  public WriteOptions withColumnGroups(ColumnGroups groups) {
    return with(changed -> changed.columnGroups = groups);
  }

  /**
   * Returns a copy that writes other filters.
   *
   * @param keys keys of the filters, each as the names of its columns, ignoring case
   * @throws IllegalArgumentException if a key has no column, one twice, or more than 16
   * @throws IllegalArgumentException if a key occurs twice, or more than 16 begin with one column
   */
  public WriteOptions withFilters(List<List<String>> keys) {
    List<List<String>> folded =
        keys.stream().map(key -> key.stream().map(CifSchema::foldCase).toList()).toList();
    for (List<String> key : folded) {
      boolean isKey = !key.isEmpty() && key.size() <= MAX_FILTER_COLUMNS;
      if (!isKey || key.contains("") || Set.copyOf(key).size() < key.size()) {
        throw new IllegalArgumentException(
            "a key has 1 to " + MAX_FILTER_COLUMNS + " columns, each once");
      }
      String first = key.get(0);
      long begin = folded.stream().filter(other -> other.get(0).equals(first)).count();
      if (begin > MAX_FILTERS) {
        throw new IllegalArgumentException(
            begin + " keys begin with '" + first + "', at most " + MAX_FILTERS + " may");
      }
    }
    if (Set.copyOf(folded).size() < folded.size()) {
      throw new IllegalArgumentException("a key stands there twice");
    }
    return with(changed -> changed.filters = folded);
  }

  private static List<List<String>> keys(String text) {
    List<List<String>> keys = new ArrayList<>();
    for (String key : text.isBlank() ? new String[0] : text.split(",", -1)) {
      keys.add(Arrays.stream(key.split("\\+", -1)).map(String::strip).toList());
    }
    try {
      return DEFAULT.withFilters(keys).filters;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + "; names of columns are expected, 'a+b,c' for two keys", e);
    }
  }

  /** Returns the keys with filters, each as the names of its columns in lower case. */
  public List<List<String>> filters() {
    return filters;
  }

  /**
   * Returns the positions of a key's columns in a schema.
   *
   * @throws IllegalArgumentException if one is missing, or has a type that has no filters
   */
  public List<Integer> positions(List<String> key, CifSchema schema) {
    List<Integer> positions = new ArrayList<>();
    for (String name : key) {
      int i = schema.indexOf(name);
      if (i < 0) {
        List<String> some = schema.columns().stream().map(Column::name).limit(100).toList();
        throw new IllegalArgumentException(
            FILTERS
                + " names '"
                + name
                + "', which is no column of the rows that are written: they have "
                + some
                + ". Columns that are folders need no filter");
      }
      ColumnOptions.expectFilterable(schema.column(i));
      positions.add(i);
    }
    return positions;
  }

  /**
   * Returns a copy with another memory for open blocks.
   *
   * @param bytes memory in bytes, 1 or more
   */
  public WriteOptions withMemory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("1 byte and more are allowed");
    }
    return with(changed -> changed.memory = bytes);
  }

  /** Returns a copy that sorts rows. */
  public WriteOptions withSorting(SortOptions options) {
    return with(changed -> changed.sorting = options);
  }

  /**
   * Returns the options of a part of the group, such as a bucket or a partition. Returns these
   * options if there is no group, or no part can have the number.
   */
  public WriteOptions ofPart(int number) {
    return group == null || number < 0 || number > PlacementKey.MAX_NUMBER
        ? this
        : with(changed -> changed.placement = new PlacementKey(group, number));
  }

  /** Returns the co-location group, if there is one. */
  public Optional<String> group() {
    return Optional.ofNullable(group);
  }

  /**
   * Returns the key of the split-directories that a split is placed with; empty without a group or
   * a part.
   */
  public Optional<PlacementKey> placement() {
    return Optional.ofNullable(placement);
  }

  /** Returns the grouping of columns into files. */
  public ColumnGroups columnGroups() {
    return columnGroups;
  }

  /**
   * Returns the columns of each file of a split, as positions in the schema.
   *
   * @throws IllegalArgumentException if columns of one file have different storage policies
   */
  public List<List<Integer>> files(CifSchema schema) {
    List<List<Integer>> files = columnGroups.files(schema);
    for (List<Integer> file : files) {
      String first = schema.column(file.get(0)).name();
      StoragePolicy policy = column(first).storagePolicy();
      for (int i : file.subList(1, file.size())) {
        String other = schema.column(i).name();
        if (column(other).storagePolicy() != policy) {
          throw new IllegalArgumentException(
              "columns '"
                  + first
                  + "' and '"
                  + other
                  + "' share a file, but "
                  + STORAGE_POLICY
                  + " is "
                  + policy.text()
                  + " for one and "
                  + column(other).storagePolicy().text()
                  + " for the other: give the columns of a group one policy, or set "
                  + COLUMN_GROUP
                  + ".<column> to none for one that is to have another");
        }
      }
    }
    return files;
  }

  /**
   * Returns the memory in bytes for the open blocks of a split, all columns together. If they would
   * take more, the largest are written before they are full. In a sorted split, the open blocks
   * take half of it, and the rows to be sorted the other half.
   */
  public long memory() {
    return memory;
  }

  /** Returns the options for sorting rows. */
  public SortOptions sorting() {
    return sorting;
  }

  /** Returns the options of a column by its name, ignoring case. */
  public ColumnOptions column(String name) {
    String folded = CifSchema.foldCase(name);
    ColumnOptions options = columns.getOrDefault(folded, defaults);
    return filters.contains(List.of(folded)) ? options.withFilter(true) : options;
  }

  /**
   * Reads options from properties. {@code cif.layout} and its like hold for all columns, {@code
   * cif.layout.<column>} (column name in lower case) for one. {@link #PLACEMENT_GROUP}, {@link
   * #COLUMNS_PER_GROUP}, {@link #FILTERS}, {@link #WRITE_MEMORY}, {@link #SORT_BY} and {@link
   * #SORT_FOLDER} are the split's alone. The columns to sort by are not checked here, since these
   * columns may be only some of the split's: {@link SortOrder#expectFit} does it.
   *
   * @param properties function that returns the value of a property, or null
   * @throws IllegalArgumentException with the name of the property, its value and what is allowed
   */
  public static WriteOptions fromProperties(CifSchema schema, UnaryOperator<String> properties) {
    ColumnOptions defaults = apply(ColumnOptions.DEFAULT, properties, "");
    Map<String, ColumnOptions> columns = new HashMap<>();
    Map<String, String> groups = new HashMap<>();
    for (Column column : schema.columns()) {
      String name = CifSchema.foldCase(column.name());
      ColumnOptions options = apply(inherited(defaults, column.type()), properties, "." + name);
      columns.put(name, options);
      String group =
          new Properties(properties, "." + name)
              .value(COLUMN_GROUP, null, ColumnGroups::expectOwnName);
      if (group != null) {
        groups.put(name, group);
      }
    }
    Properties table = new Properties(properties, "");
    Changed read = new Changed(defaults);
    read.columns = columns;
    read.group = table.value(PLACEMENT_GROUP, null, PlacementKey::expectGroup);
    read.columnGroups = columnGroups(table, groups);
    read.memory =
        table.value(WRITE_MEMORY, DEFAULT_MEMORY, v -> DEFAULT.withMemory(bytes(v)).memory());
    read.sorting =
        new SortOptions(
            table.value(SORT_BY, SortOrder.NONE, SortOrder::parse),
            table.value(SORT_FOLDER, null, String::strip));
    read.filters = table.value(FILTERS, List.of(), WriteOptions::keys);
    WriteOptions options = new WriteOptions(read);
    options.files(schema);
    return options;
  }

  private static ColumnGroups columnGroups(Properties table, Map<String, String> groups) {
    String all = table.value(COLUMN_GROUP, ColumnGroups.NONE, ColumnGroups::expectName);
    ColumnGroups named = ColumnGroups.of(all, groups);
    return table.value(COLUMNS_PER_GROUP, named, v -> named.withSize(number(v)));
  }

  /**
   * Returns the defaults of a column: a table-wide layout dcsl is for maps; other types get a skip
   * list.
   */
  private static ColumnOptions inherited(ColumnOptions defaults, CifType type) {
    boolean dcslForOther = defaults.layout() == Layout.DCSL && type.kind() != CifType.Kind.MAP;
    return dcslForOther ? defaults.withLayout(Layout.SKIPLIST) : defaults;
  }

  private static ColumnOptions apply(
      ColumnOptions base, UnaryOperator<String> properties, String suffix) {
    Properties given = new Properties(properties, suffix);
    Layout layout = given.value(LAYOUT, base.layout(), Layout::parse);
    Compression compression = given.value(COMPRESSION, base.compression(), Compression::parse);
    Optimize optimize = given.value(OPTIMIZE, base.optimize(), Optimize::parse);
    int bytes =
        given.value(
            BLOCK_SIZE, base.blockBytes(), v -> base.withBlockBytes(number(v)).blockBytes());
    int rows =
        given.value(BLOCK_ROWS, base.blockRows(), v -> base.withBlockRows(number(v)).blockRows());
    SkipDistances skips = given.value(SKIP_DISTANCES, base.skips(), SkipDistances::parse);
    boolean parts = given.value(PART_STATISTICS, base.partStatistics(), WriteOptions::truth);
    StoragePolicy policy = given.value(STORAGE_POLICY, base.storagePolicy(), StoragePolicy::parse);
    try {
      return new ColumnOptions(layout, compression, optimize, bytes, rows, skips, parts)
          .withStoragePolicy(policy);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          LAYOUT + suffix + " and " + COMPRESSION + suffix + ": " + e.getMessage(), e);
    }
  }

  /** Parses a whole number. Returns 0, which no property allows, for other text. */
  private static int number(String value) {
    try {
      return Integer.parseInt(value.trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static boolean truth(String value) {
    String text = value.trim();
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("true and false are allowed");
    }
    return text.equalsIgnoreCase("true");
  }

  private static long bytes(String value) {
    try {
      return Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private WriteOptions with(Consumer<Changed> change) {
    Changed changed = new Changed(this);
    change.accept(changed);
    return new WriteOptions(changed);
  }

  /** Mutable copy of the options, of which some are changed. */
  private static final class Changed {
    private final ColumnOptions defaults;
    private Map<String, ColumnOptions> columns = Map.of();
    private String group;
    private PlacementKey placement;
    private ColumnGroups columnGroups = ColumnGroups.OFF;
    private long memory = DEFAULT_MEMORY;
    private SortOptions sorting = SortOptions.NONE;
    private List<List<String>> filters = List.of();

    Changed(ColumnOptions defaults) {
      this.defaults = defaults;
    }

    Changed(WriteOptions before) {
      defaults = before.defaults;
      columns = before.columns;
      group = before.group;
      placement = before.placement;
      columnGroups = before.columnGroups;
      memory = before.memory;
      sorting = before.sorting;
      filters = before.filters;
    }
  }

  /** Properties of the table, or with the suffix those of a column. */
  private record Properties(UnaryOperator<String> values, String suffix) {
    /** Returns the property's value, or the inherited one if it is not set. */
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
