package dev.cif.format.read;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.DeletesEntry;
import dev.cif.format.internal.file.DeletesFile;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterFile;
import dev.cif.format.internal.file.FilterReads;
import dev.cif.format.internal.file.Footer;
import dev.cif.format.internal.file.OpenFiles;
import dev.cif.format.internal.file.PartsEntry;
import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.file.SummaryEntry;
import dev.cif.format.internal.file.Totals;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.schema.ValueSummary;
import dev.cif.format.vector.ColumnVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads one split-directory (FORMAT.md section 2; the paper's ColumnInputFormat, section 4.2).
 *
 * <p>Opening reads the schema file and nothing else. A column's file is opened when the column is
 * first read, so a scan opens exactly the files of the columns that it uses. Damaged or missing
 * data raises {@link CifException}, and only for the affected columns. Not thread-safe: for several
 * threads, open a reader each.
 */
public final class SplitReader implements Closeable {
  private final FileSystem fs;
  private final Path directory;

  /** Schema file as stored, and as seen in the snapshot and by the table. */
  private final SchemaFile stored;

  private final SchemaFile schemaFile;
  private final TableColumns table;
  private final Snapshot snapshot;
  private final ReadOptions options;
  private final ReadMetrics metrics = new ReadMetrics();
  private final Map<Integer, StoredColumn> opened = new HashMap<>();
  private final OpenFiles files;

  /** Totals of all columns; null until asked for. */
  private Totals totals;

  /** Deleted rows; null until asked for. */
  private DeletedRows deleted;

  /** Filters of keys; null until asked for. */
  private List<FilterDescription> filters;

  private SplitReader(
      FileSystem fs,
      Path directory,
      SplitSnapshot file,
      TableColumns table,
      Snapshot snapshot,
      ReadOptions options)
      throws CifException {
    this.fs = fs;
    this.directory = directory;
    stored = file.stored();
    schemaFile = table.seen(directory, file.seen());
    this.table = table;
    this.snapshot = snapshot;
    this.options = options;
    files = new OpenFiles(fs, directory, this::totals, options.columnCache());
  }

  /** Opens a split with {@link ReadOptions#DEFAULT}. */
  public static SplitReader open(FileSystem fs, Path directory) throws IOException {
    return open(fs, directory, ReadOptions.DEFAULT);
  }

  /** Opens a split with the changes that are committed by now. */
  public static SplitReader open(FileSystem fs, Path directory, ReadOptions options)
      throws IOException {
    return open(fs, directory, options, Snapshot.LATEST);
  }

  /**
   * Opens a split.
   *
   * @param snapshot changes that count
   * @throws CifException if the folder is no split-directory or its schema file is not valid
   */
  public static SplitReader open(
      FileSystem fs, Path directory, ReadOptions options, Snapshot snapshot) throws IOException {
    return open(fs, directory, options, snapshot, TableColumns.STORED);
  }

  /**
   * Opens a split of a table.
   *
   * @param snapshot changes that count
   * @param table columns that are wanted of it, under the table's names
   * @throws CifException if the folder is no split-directory or its schema file is not valid
   */
  public static SplitReader open(
      FileSystem fs, Path directory, ReadOptions options, Snapshot snapshot, TableColumns table)
      throws IOException {
    SplitSnapshot file = SplitSnapshot.read(fs, directory, snapshot, table.wanted());
    return new SplitReader(fs, directory, file, table, snapshot, options).countSchemaFile();
  }

  /**
   * Opens a split for a plan. Skips reading the schema file if this process has cached it, by its
   * length and modification time in the listing. {@link ReadOptions#schemaCacheSize} limits the
   * cache. A task must open by path, since its rows must be those of the files.
   *
   * @param snapshot changes that count; not {@link Snapshot#LATEST}
   * @param table columns that are wanted of it, under the table's names
   * @throws CifException if the schema file is not valid
   */
  public static SplitReader open(
      FileSystem fs, ListedSplit split, ReadOptions options, Snapshot snapshot, TableColumns table)
      throws IOException {
    long limit = options.schemaCacheSize();
    SchemaFile known = limit == 0 ? null : PlanCache.SHARED.schemaFile(split);
    SchemaFile file =
        known == null ? SplitFiles.read(fs, split.directory(), table.wanted()) : known;
    // Partial reads are not cached: they cost little, and other columns may be wanted next.
    if (limit > 0 && file.partly() == null) {
      PlanCache.SHARED.put(split, file, limit);
    }
    SplitSnapshot seen = SplitSnapshot.of(fs, split.directory(), file, snapshot, split.changes());
    SplitReader reader = new SplitReader(fs, split.directory(), seen, table, snapshot, options);
    return known == null ? reader.countSchemaFile() : reader;
  }

  private SplitReader countSchemaFile() {
    metrics.schemaBytes = schemaFile.bytes();
    metrics.localSchemaBytes = schemaFile.localBytes();
    return this;
  }

  public Path directory() {
    return directory;
  }

  /** Returns the changes that count. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the columns. If {@link TableColumns#only} restricts them, others may be missing. */
  public CifSchema schema() {
    return schemaFile.schema();
  }

  /**
   * Returns the number of rows, deleted ones included; known without opening a column file. Rows
   * have the numbers below it.
   */
  public long rows() {
    return schemaFile.rows();
  }

  /** Returns the number of rows that are not deleted; known without opening another file. */
  public long liveRows() {
    return schemaFile.liveRows();
  }

  /**
   * Returns the deleted rows, FORMAT.md section 3.3. Their file, if there is one, is read at the
   * first call.
   *
   * @throws CifException if it is damaged or missing
   */
  public DeletedRows deletedRows() throws IOException {
    DeletesEntry entry = schemaFile.deletes();
    if (entry == null) {
      return DeletedRows.NONE;
    }
    if (deleted == null) {
      deleted = new DeletedRows(DeletesFile.read(fs, directory, entry, rows()));
      metrics.deletesBytes = entry.length();
    }
    return deleted;
  }

  /**
   * Returns the order by which the rows were sorted when they were written; none if unknown. If one
   * of its columns was changed since, rows may be in no order. So use it to rewrite the rows, and
   * do not rely on it.
   */
  public SortOrder sortedBy() {
    try {
      SortOrder order =
          schemaFile.sortedBy() == null ? SortOrder.NONE : SortOrder.parse(schemaFile.sortedBy());
      order.expectFit(schema());
      return order;
    } catch (IllegalArgumentException e) {
      // A later version may write other orders.
      return SortOrder.NONE;
    }
  }

  /** Returns the metrics of this reader. */
  public ReadMetrics metrics() {
    return metrics;
  }

  /**
   * Returns the length in bytes of the file that a column is in, by position in the schema. Columns
   * of a group share it.
   */
  public long fileLength(int column) {
    return schemaFile.entries().get(column).length();
  }

  /** Returns true if a column shares its file with others, by position in the schema. */
  public boolean isGrouped(int column) {
    return schemaFile.entries().get(column).isGrouped();
  }

  /**
   * Returns the approximate size of a column on disk in bytes, by position in the schema. Opens no
   * file. For a group file, it is the column's share of the bytes before encoding.
   */
  public long columnLength(int column) {
    ColumnEntry entry = schemaFile.entries().get(column);
    if (!entry.isGrouped()) {
      return entry.length();
    }
    long ofGroup = totals().groups().get(entry.file()).rawBytes();
    double share = (double) entry.rawBytes() / Math.max(1, ofGroup);
    return Math.round(entry.length() * Math.min(1, share));
  }

  private Totals totals() {
    if (totals == null) {
      totals = stored.totals();
    }
    return totals;
  }

  /** Returns the content of the schema file that counts. */
  public SchemaFile schemaFile() {
    return schemaFile;
  }

  /** Returns the columns that are wanted. */
  public TableColumns table() {
    return table;
  }

  /**
   * Returns the value of a column that the split lacks: a vector of one value, or null for NULL.
   *
   * @param name name of the column, ignoring case
   */
  public ColumnVector defaultOf(String name) {
    return table.valueOf(name);
  }

  /** Returns the files that the schema file names only for readers of other snapshots. */
  public Set<String> otherFiles() {
    Set<String> others = stored.files();
    schemaFile.entries().forEach(entry -> entry.files().forEach(others::remove));
    if (schemaFile.deletes() != null) {
      others.remove(schemaFile.deletes().file());
    }
    return others;
  }

  /** Returns the name of a column's file in the split-directory, by position in the schema. */
  public String fileName(int column) {
    return schemaFile.entries().get(column).file();
  }

  /**
   * Returns all files of a column, by position in the schema. These include its statistics of
   * parts, and filters of keys that begin with it.
   */
  public List<Path> files(int column) {
    return schemaFile
        .entries()
        .get(column)
        .files()
        .map(name -> SplitFiles.file(directory, name))
        .toList();
  }

  /** Returns the file of a column, by position in the schema. */
  public Path file(int column) {
    return SplitFiles.file(directory, fileName(column));
  }

  /**
   * Returns the largest of some columns' files; null if the split has no columns.
   *
   * @param columns positions in the schema; empty for all
   */
  public String largestFile(List<Integer> columns) {
    Stream<Integer> some =
        columns.isEmpty() ? IntStream.range(0, schema().size()).boxed() : columns.stream();
    return some.max(Comparator.comparing(this::fileLength)).map(this::fileName).orElse(null);
  }

  /**
   * Returns the size of all values before encoding in bytes (FORMAT.md section 8), including
   * columns that are not wanted.
   */
  public long rawBytes() {
    return stored.partly() == null
        ? schemaFile.entries().stream().mapToLong(ColumnEntry::rawBytes).sum()
        : totals().rawBytes();
  }

  /**
   * Returns the size of all values of a column before encoding in bytes, by position in the schema.
   */
  public long rawBytes(int column) {
    return schemaFile.entries().get(column).rawBytes();
  }

  /**
   * Returns the reader of a column as it is stored; the same one for every call.
   *
   * @param name name of the column, ignoring case
   * @throws CifException if the split has no such column
   */
  public ColumnReader column(String name) throws CifException {
    int i = schema().indexOf(name);
    if (i < 0) {
      throw CifException.at(
          directory,
          name,
          -1,
          "the split has no such column; it has "
              + schema().columns().stream().map(Column::name).limit(100).toList());
    }
    return stored(i);
  }

  private StoredColumn stored(int i) {
    return opened.computeIfAbsent(
        i,
        k ->
            new StoredColumn(
                files, schema().column(k), schemaFile.entries().get(k), rows(), options, metrics));
  }

  /**
   * Returns the reader of a column as another type. Integers are read as wider ones, as floating
   * point, decimal or text; float as double; decimals as others; texts as each other. A struct is
   * read as one of fewer fields (the others are not decoded) or more (which are NULL). A column
   * that the split lacks is NULL in every row, or the table's default.
   *
   * @throws CifException if the stored type, or the default's, cannot be read as the wanted one
   */
  public ColumnReader column(String name, CifType wanted) throws CifException {
    int i = schema().indexOf(name);
    if (i < 0) {
      return lacking(name, wanted);
    }
    CifType type = schema().column(i).type();
    if (type.equals(wanted)) {
      return stored(i);
    }
    Conversion conversion = Conversion.of(type, wanted);
    if (conversion == null) {
      throw CifException.at(
          file(i),
          schema().column(i).name(),
          -1,
          "stored as "
              + type
              + ", which cannot be read as "
              + wanted
              + "; change the column's type back, or rewrite the split");
    }
    return new ConvertedColumn(stored(i), wanted, conversion, file(i), schema().column(i).name());
  }

  /**
   * Returns the size of a column on disk in bytes, by position in the schema. This is the length of
   * the column's own file. In a group file, which is opened, it is the size of the column's blocks
   * and footer.
   */
  public long storedBytes(int column) throws IOException {
    ColumnEntry entry = schemaFile.entries().get(column);
    if (!entry.isGrouped()) {
      return entry.length();
    }
    long bytes = entry.footerLength();
    for (Footer.Entry block : stored(column).footer().entries()) {
      bytes += (long) block.length() + block.filterLength();
    }
    return bytes;
  }

  /** Returns true if a column that is stored as one type can be read as another. */
  public static boolean canRead(CifType stored, CifType wanted) {
    return stored.equals(wanted) || Conversion.of(stored, wanted) != null;
  }

  private ColumnReader lacking(String name, CifType wanted) throws CifException {
    ColumnVector value = defaultOf(name);
    if (value == null) {
      return ConstantColumn.ofNull(wanted, rows());
    }
    if (!value.type().equals(wanted)) {
      throw CifException.at(
          directory, name, -1, "the column's default is " + value.type() + ", not " + wanted);
    }
    return new ConstantColumn(value, rows());
  }

  /**
   * Returns the content of a column's footer, by position in the schema. Opens the column's file.
   */
  public ColumnDescription describe(int column) throws IOException {
    Footer footer = stored(column).footer();
    return new ColumnDescription(
        footer.layout(),
        footer.compression(),
        footer.skips(),
        footer.statistics(),
        List.copyOf(footer.entries()));
  }

  /**
   * Returns the encodings of some blocks of a column. Reads these blocks, spread over the column,
   * and decodes no value. A block of a complex type may have several encodings.
   *
   * @param blocks greatest number of blocks to read
   * @return number of blocks that have an encoding, by the name of an encoding of FORMAT.md section
   *     6, or of a codec
   */
  public Map<String, Integer> encodings(int column, int blocks) throws IOException {
    return stored(column).encodings(blocks);
  }

  /**
   * Returns the summary of a column's values, in which deleted rows count, too.
   *
   * @return null if the column has none, or the schema file comes from the cache of plans
   * @throws CifException if the schema file has one that cannot be
   */
  public ValueSummary summary(int column) throws CifException {
    SummaryEntry entry = schemaFile.entries().get(column).summary();
    CifType type = schema().column(column).type();
    try {
      return entry == null ? null : entry.summary(type, rows(), rawBytes(column));
    } catch (IllegalArgumentException e) {
      String name = schema().column(column).name();
      throw CifException.at(
          SplitFiles.file(directory, SplitFiles.SCHEMA_FILE), name, -1, e.getMessage(), e);
    }
  }

  /** Returns the statistics of a column's parts, by position in the schema; null if it has none. */
  public PartDescriptions parts(int column) {
    PartsEntry parts = schemaFile.entries().get(column).parts();
    return parts == null ? null : new PartDescriptions(parts, stored(column));
  }

  /** Returns the filters of keys; none if {@link ReadOptions#filters} excludes them. */
  public List<FilterDescription> filters() {
    if (filters == null) {
      filters = filters(metrics.filterReads, bytes -> true);
    }
    return filters;
  }

  /**
   * Returns the filters of keys for a caller that keeps them longer than this reader.
   *
   * @param room predicate that is true if this number of bytes may be kept; called once for each
   *     file that is read
   */
  public List<FilterDescription> filtersToKeep(LongPredicate room) {
    return filters(new FilterReads(), room);
  }

  private List<FilterDescription> filters(FilterReads reads, LongPredicate room) {
    return options.filters()
        ? FilterDescription.of(files.fileSystem(), directory, schemaFile, reads, room)
        : List.of();
  }

  /** Drops the blocks that were read. Files stay open, and footers in memory. */
  public void forgetBlocks() {
    opened.values().forEach(StoredColumn::forgetBlock);
  }

  /** Counts rows that filters have pruned. */
  public void countFilteredOut(long rows) {
    metrics.filterReads.rowsLeftOut += rows;
  }

  /**
   * Reads every byte of a column, and of filters whose keys begin with it, and checks all
   * checksums.
   *
   * @return number of bytes read
   * @throws CifException at the first damage
   */
  public long verify(int column) throws IOException {
    long bytes = stored(column).verify();
    for (FilterEntry filter : schemaFile.entries().get(column).filters()) {
      String name = schema().column(column).name();
      bytes += FilterFile.verify(files.fileSystem(), directory, name, filter, rows());
    }
    return bytes;
  }

  /**
   * Checks the index of the schema file, if there is one, FORMAT.md section 3.2.
   *
   * @return number of bytes read of it
   * @throws CifException if it contradicts the schema file
   */
  public long verifyIndex() throws IOException {
    return SplitFiles.verifyIndex(files.fileSystem(), directory);
  }

  /** Closes all files, even if one fails; throws the first failure with the others suppressed. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    List<Closeable> all = new ArrayList<>(opened.values());
    all.add(files);
    for (Closeable one : all) {
      try {
        one.close();
      } catch (IOException | RuntimeException e) {
        if (failure == null) {
          failure = e instanceof IOException io ? io : new IOException(e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
