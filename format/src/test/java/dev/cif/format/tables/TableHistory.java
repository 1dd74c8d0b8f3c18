package dev.cif.format.tables;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnDefaults;
import dev.cif.format.read.ColumnProperties;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableProperties;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Random history of a table with a table file, and a model of its rows that decides what readers
 * must find. Values of the model are kept by the identity of columns, whatever their names.
 */
public final class TableHistory {
  private static final List<String> NAMES = List.of("a", "b", "c d", "E", "f,g", "ü");
  private static final int ROWS = 3;

  /** Column of the model. */
  private record Column(int identity, String name, CifType type) {}

  /** Split-directory with its rows, values by the identity of columns, and which are deleted. */
  private record Split(
      Path place, String partition, List<Map<Integer, Object>> rows, BitSet deleted) {}

  private final FileSystem fs;
  private final Path table;
  private final Random random;
  private final List<Column> columns = new ArrayList<>();
  private final List<Split> splits = new ArrayList<>();
  private final List<String> done = new ArrayList<>();

  /**
   * Updates and deletions that no vacuum has made final: what takes each back in the model, the
   * newest first.
   */
  private final Deque<Runnable> undos = new ArrayDeque<>();

  /** Properties of the table, as a metastore would have them. */
  private Map<String, String> properties = new TreeMap<>();

  private int identities;
  private int inserted;

  /** Creates the table, in a folder that is not there. */
  public TableHistory(FileSystem fs, Path table, long seed) throws IOException {
    this.fs = fs;
    this.table = table;
    random = new Random(seed);
    fs.mkdirs(table);
    for (int i = 0; i < 3; i++) {
      columns.add(create(NAMES.get(i)));
    }
    describe();
  }

  private Column create(String name) {
    return new Column(identities++, name, random.nextBoolean() ? CifType.INT : CifType.STRING);
  }

  @Override
  public String toString() {
    return String.join("; ", done);
  }

  /** Does something random. */
  public void step() throws IOException {
    int at = random.nextInt(columns.size());
    switch (random.nextInt(17)) {
      case 0, 1, 2 -> insert();
      case 3 -> add();
      case 4 -> drop(at);
      case 5 -> rename(at, free());
      case 6 -> swap(at);
      case 7 -> widen(at);
      case 8, 9 -> update(at);
      case 10, 11 -> undo();
      case 12, 13 -> delete();
      case 14, 15 -> merge();
      default -> {
        done.add("vacuum");
        TableChange.vacuum(fs, table, Duration.ofMillis(-1));
        undos.clear();
        splits.removeIf(split -> split.deleted.cardinality() == split.rows.size());
      }
    }
  }

  private void describe() throws IOException {
    List<TableColumn> all =
        columns.stream().map(c -> new TableColumn(c.name, c.type, null, null)).toList();
    List<TableColumn> folders = List.of(new TableColumn("p", CifType.INT, null, null));
    TableDescription wanted =
        TableProperties.describe(null, all, folders, List.of(), null, properties);
    TableFiles.update(fs, table, before -> wanted);
  }

  private List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Returns a name that no column has; null if there is none. */
  private String free() {
    List<String> free = new ArrayList<>(NAMES);
    free.removeAll(names());
    return free.isEmpty() ? null : free.get(random.nextInt(free.size()));
  }

  private Object value(Column column) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    int number = random.nextInt(50);
    return column.type.equals(CifType.STRING) ? "v" + number : (Object) (long) number;
  }

  private static void append(Object value, ColumnVector to) {
    if (value == null) {
      to.appendNull();
    } else if (value instanceof Long number) {
      ((LongVector) to).append(number);
    } else {
      ((BytesVector) to).append(value.toString());
    }
  }

  private void insert() throws IOException {
    String partition = random.nextInt(4) == 0 ? null : Integer.toString(random.nextInt(3));
    String folder = partition == null ? "__HIVE_DEFAULT_PARTITION__" : partition;
    Path place = new Path(table, "p=" + folder + "/s" + inserted++);
    done.add("insert " + place.getName());
    splits.add(new Split(place, partition, write(place), new BitSet()));
  }

  /** Writes a split-directory, and returns its rows. */
  private List<Map<Integer, Object>> write(Path place) throws IOException {
    CifSchema plain = CifSchema.of(names(), columns.stream().map(Column::type).toList());
    CifSchema schema = DescribedTable.find(fs, table).keyed(plain);
    List<Map<Integer, Object>> rows = new ArrayList<>();
    try (SplitWriter writer = SplitWriter.create(fs, place, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        Map<Integer, Object> values = new HashMap<>();
        for (int c = 0; c < columns.size(); c++) {
          Object value = value(columns.get(c));
          values.put(columns.get(c).identity, value);
          append(value, writer.column(c));
        }
        rows.add(values);
        writer.endRow();
      }
    }
    return rows;
  }

  private void add() throws IOException {
    String name = free();
    if (name == null) {
      return;
    }
    Column column = create(name);
    Object value = random.nextBoolean() ? value(column) : null;
    done.add("add " + column + " default " + value);
    List<String> before = names();
    columns.add(random.nextInt(columns.size() + 1), column);
    ColumnProperties.replaced(properties, before, names());
    if (value != null) {
      properties.put(ColumnDefaults.property(name), value.toString());
      splits.forEach(split -> split.rows.forEach(row -> row.put(column.identity, value)));
    }
    describe();
  }

  private void drop(int at) throws IOException {
    if (columns.size() < 2) {
      return;
    }
    done.add("drop " + columns.get(at));
    List<String> before = names();
    columns.remove(at);
    ColumnProperties.replaced(properties, before, names());
    describe();
  }

  private void rename(int at, String name) throws IOException {
    if (name != null) {
      Column old = columns.get(at);
      done.add("rename " + old + " to " + name);
      ColumnProperties.renamed(properties, names(), old.name, name);
      columns.set(at, new Column(old.identity, name, old.type));
      describe();
    }
  }

  private void swap(int at) throws IOException {
    int other = random.nextInt(columns.size());
    String between = free();
    if (other != at && between != null) {
      String first = columns.get(at).name;
      String second = columns.get(other).name;
      rename(at, between);
      rename(other, first);
      rename(at, second);
    }
  }

  private void widen(int at) throws IOException {
    Column old = columns.get(at);
    if (old.type.equals(CifType.INT)) {
      done.add("widen " + old);
      columns.set(at, new Column(old.identity, old.name, CifType.BIGINT));
      describe();
    }
  }

  /** Steps of a change. */
  private interface Steps {
    void add(TableChange change, List<Runnable> restores) throws IOException;
  }

  private void change(List<String> names, Steps steps) throws IOException {
    List<Runnable> restores = new ArrayList<>();
    try (TableChange change = TableChange.begin(fs, table, TableChange.newId(), names, List.of())) {
      steps.add(change, restores);
      change.commit();
    }
    undos.push(() -> restores.forEach(Runnable::run));
  }

  /** Sets a column in some of the split-directories, as one change. */
  private void update(int at) throws IOException {
    Column column = columns.get(at);
    done.add("update " + column);
    change(List.of(column.name), (change, restores) -> update(column, change, restores));
  }

  private void update(Column column, TableChange change, List<Runnable> restores)
      throws IOException {
    for (Split split : splits) {
      if (random.nextBoolean()) {
        split.rows.forEach(row -> restores.add(restore(row, column.identity)));
        update(column, split, change);
      }
    }
  }

  /** Deletes rows of some of the split-directories, as one change. */
  private void delete() throws IOException {
    done.add("delete");
    change(List.of(TableChange.ROWS), this::delete);
  }

  private void delete(TableChange change, List<Runnable> restores) throws IOException {
    for (Split split : splits) {
      if (random.nextInt(3) == 0) {
        BitSet before = (BitSet) split.deleted.clone();
        restores.add(
            () -> {
              split.deleted.clear();
              split.deleted.or(before);
            });
        delete(split, change);
      }
    }
  }

  /** Sets a column, deletes rows and inserts others, as one change. */
  private void merge() throws IOException {
    Column column = columns.get(random.nextInt(columns.size()));
    done.add("merge " + column);
    List<Split> born = new ArrayList<>();
    change(
        List.of(column.name, TableChange.ROWS),
        (change, restores) -> {
          update(column, change, restores);
          delete(change, restores);
          int count = random.nextInt(3);
          for (int i = 0; i < count; i++) {
            born.add(insert(change, i));
          }
          restores.add(() -> splits.removeAll(born));
        });
    splits.addAll(born);
  }

  private Split insert(TableChange change, int number) throws IOException {
    String partition = Integer.toString(random.nextInt(5));
    Path written = new Path(TableChange.workFolder(table, change.id()), "new/" + number);
    List<Map<Integer, Object>> rows = write(written);
    change.add(new InsertedSplit(written, "p=" + partition, rows.size()));
    Path place = new Path(table, "p=" + partition + "/insert-" + change.id() + "-" + number);
    return new Split(place, partition, rows, new BitSet());
  }

  private void delete(Split split, TableChange change) throws IOException {
    try (SplitReader reader = SplitReader.open(fs, split.place)) {
      SplitDelete delete = SplitDelete.of(reader, List.of());
      for (int row = 0; row < split.rows.size(); row++) {
        if (random.nextInt(3) == 0) {
          delete.delete(row);
          split.deleted.set(row);
        }
      }
      delete.addTo(fs, change);
    }
  }

  private static Runnable restore(Map<Integer, Object> row, int identity) {
    Object value = row.get(identity);
    return () -> row.put(identity, value);
  }

  /** Takes the newest update back that was not taken back. */
  private void undo() throws IOException {
    if (!undos.isEmpty()) {
      done.add("undo");
      undos.pop().run();
      ChangeUndo.newest(fs, table, ChangeOrigin.UNKNOWN, change -> {});
    }
  }

  private void update(Column column, Split split, TableChange change) throws IOException {
    DescribedTable described = DescribedTable.find(fs, table);
    try (SplitReader reader =
            SplitReader.open(
                fs, split.place, ReadOptions.UNCACHED, Snapshot.LATEST, described.table());
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs,
                reader,
                column.name,
                column.type,
                ColumnOptions.DEFAULT,
                List.of(),
                change.id())) {
      for (Map<Integer, Object> row : split.rows) {
        Object value = value(column);
        row.put(column.identity, value);
        append(value, writer.vector());
        writer.endRow();
      }
      writer.finish().addTo(change);
    }
  }

  /** Returns names and types of the columns, that of the folders last. */
  public List<String> columns() {
    List<String> all = new ArrayList<>(columns.stream().map(c -> c.name + " " + c.type).toList());
    all.add("p int");
    return all;
  }

  /** Returns the rows as JSON objects, sorted. */
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (Split split : splits) {
      for (int i = 0; i < split.rows.size(); i++) {
        if (split.deleted.get(i)) {
          continue;
        }
        Map<Integer, Object> row = split.rows.get(i);
        List<String> cells = new ArrayList<>();
        columns.forEach(c -> cells.add(member(c.name, row.get(c.identity))));
        cells.add(member("p", split.partition == null ? null : Long.valueOf(split.partition)));
        rows.add(cells.stream().collect(Collectors.joining(",", "{", "}")));
      }
    }
    return rows.stream().sorted().toList();
  }

  /** Returns a member of a JSON object. */
  public static String member(String name, Object value) {
    return '"' + name + "\":" + (value instanceof String text ? '"' + text + '"' : value);
  }
}
