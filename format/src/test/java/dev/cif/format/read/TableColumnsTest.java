package dev.cif.format.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.value.TextValues;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits as their table sees them: FORMAT.md sections 3 and 3.1. */
class TableColumnsTest {
  private static final int ROWS = 3;

  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path table;

  @BeforeEach
  void prepare() throws IOException {
    fs = LocalFiles.fs();
    table = fs.makeQualified(new Path(folder.toString(), "table"));
  }

  /** Writes ints: of the first column 10, 11, 12, of the second 20 and so on. */
  private Path write(String name, ColumnKeys keys, String... columns) throws IOException {
    List<CifType> types = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      types.add(CifType.INT);
    }
    CifSchema schema = CifSchema.of(List.of(columns), types);
    Path split = new Path(table, name);
    try (SplitWriter writer =
        SplitWriter.create(
            fs, split, keys == null ? schema : keys.keyed(schema), WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < columns.length; i++) {
          ((LongVector) writer.column(i)).append(10L * (i + 1) + row);
        }
        writer.endRow();
      }
    }
    return split;
  }

  private SplitReader open(Path split, TableColumns columns) throws IOException {
    return SplitReader.open(fs, split, ReadOptions.DEFAULT, Snapshot.LATEST, columns);
  }

  private static List<String> names(SplitReader split) {
    return split.schema().columns().stream().map(Column::name).toList();
  }

  private static long first(SplitReader split, String column) throws IOException {
    LongVector values = new LongVector(CifType.INT);
    split.column(column, CifType.INT).read(0, 1, values);
    return values.isNull(0) ? -1 : values.values[0];
  }

  private static ColumnVector value(CifType type, String text) {
    ColumnVector value = ColumnVector.create(type);
    TextValues.append(text, value);
    return value;
  }

  @Test
  void splitsOfAllTimes_haveTheTablesColumns() throws Exception {
    Path old = write("old", null, "a", "b");
    ColumnKeys renamed = ColumnKeys.of(List.of("a", "b")).renamed("a", "c");
    Path between = write("between", renamed, "c", "b");
    ColumnKeys keys = renamed.renamed("b", "a").withColumns(List.of("a", "c", "n"));
    Path last = write("last", keys, "n", "c", "a");
    TableColumns columns = TableColumns.of(List.of("a", "c", "n"), keys, Map.of());
    try (SplitReader split = open(old, columns)) {
      assertEquals(List.of("c", "a"), names(split));
      assertEquals(10, first(split, "c"));
      assertEquals(20, first(split, "A"));
      assertEquals(-1, first(split, "n"));
      assertEquals(-1, first(split, "b"));
      assertEquals("2-b.col", split.fileName(1));
    }
    try (SplitReader split = open(between, columns)) {
      assertEquals(10, first(split, "c"));
      assertEquals(20, first(split, "a"));
    }
    try (SplitReader split = open(last, columns)) {
      assertEquals(List.of("n", "c", "a"), names(split));
      assertEquals(10, first(split, "n"));
      assertEquals(30, first(split, "a"));
    }
    // Readers that do not know the keys go by name.
    try (SplitReader split = SplitReader.open(fs, between)) {
      assertEquals(10, first(split, "c"));
      assertEquals(-1, first(split, "a"));
    }
  }

  @Test
  void columnsThatMayBeOne_areAnError() throws Exception {
    Path split = write("split", null, "a", "c");
    ColumnKeys keys = ColumnKeys.of(List.of("a")).renamed("a", "c");
    TableColumns columns = TableColumns.of(List.of("c"), keys, Map.of());
    CifException e = assertThrows(CifException.class, () -> open(split, columns));
    assertTrue(e.getMessage().contains("it has the columns 'a' and 'c'"), e.getMessage());
    assertTrue(e.getMessage().contains(split.toString()), e.getMessage());
  }

  /** A change of a column that old splits have, of one that they lack, and of one as a new name. */
  @Test
  void changedColumns_becomeTheTables() throws Exception {
    Path old = write("old", null, "a", "b");
    ColumnKeys keys = ColumnKeys.of(List.of("a", "b")).withColumns(List.of("b"));
    ColumnKeys again = keys.renamed("b", "x").withColumns(List.of("x", "a", "n"));
    TableColumns columns = TableColumns.of(List.of("x", "a", "n"), again, Map.of());
    for (int round = 1; round <= 2; round++) {
      try (TableChange change = TableChange.begin(fs, table, List.of("x", "a", "n"));
          SplitReader split = open(old, columns)) {
        for (String name : List.of("x", "a", "n")) {
          add(change, split, name, 100 * round + name.charAt(0));
        }
        change.commit();
      }
      try (SplitReader split = open(old, columns)) {
        for (String name : List.of("x", "a", "n")) {
          assertEquals(100 * round + name.charAt(0), first(split, name));
        }
      }
    }
    // By name the column that was dropped is a still, and its file as it was.
    try (SplitReader split = SplitReader.open(fs, old)) {
      assertEquals(List.of("a", "b", "a.3", "n"), names(split));
      assertEquals(10, first(split, "a"));
      assertEquals(200 + 'x', first(split, "b"));
      assertEquals(again.key("a"), split.schema().column(2).key());
      assertEquals(again.key("x"), split.schema().column(1).key());
      assertFalse(split.fileName(0).contains(".g"));
    }
    try (TableChange change = TableChange.begin(fs, table, List.of("n"));
        SplitReader split = SplitReader.open(fs, old)) {
      add(change, split, "n", 7);
      change.commit();
    }
    try (SplitReader split = open(old, columns)) {
      assertEquals(7, first(split, "n"), "changed by who knows no keys, and still the table's");
    }
    TableChange.vacuum(fs, table, Duration.ofMillis(-1));
    assertFalse(
        Files.readString(java.nio.file.Path.of(old.toUri()).resolve("schema.cif"))
            .contains("requires"));
    try (SplitReader split = open(old, columns)) {
      assertEquals(7, first(split, "n"));
      assertEquals(200 + 'a', first(split, "a"));
    }
  }

  private void add(TableChange change, SplitReader split, String name, long value)
      throws IOException {
    try (AddedColumnWriter writer =
        AddedColumnWriter.create(
            fs, split, name, CifType.INT, ColumnOptions.DEFAULT, List.of(), change.id())) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.vector()).append(value);
        writer.endRow();
      }
      AddedColumn.fromJson(writer.finish().toJson()).addTo(change);
    }
  }

  private static final Map<String, CifType> TYPES =
      Map.of(
          "a", CifType.INT,
          "n", CifType.INT,
          "s", CifType.STRING,
          "d", CifType.parse("decimal(5,2)"),
          "f", CifType.DOUBLE,
          "z", CifType.INT);
  private static final Map<String, String> DEFAULTS =
      Map.of("n", "5", "s", "some", "d", "1.5", "f", "NaN");

  /** A split that has the values of the defaults. */
  private Path writeDefaults() throws IOException {
    Path split = new Path(table, "stored");
    List<String> names = List.of("a", "n", "s", "d", "f");
    CifSchema schema = CifSchema.of(names, names.stream().map(TYPES::get).toList());
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        ((LongVector) writer.column(0)).append(10L + row);
        for (int i = 1; i < names.size(); i++) {
          TextValues.append(DEFAULTS.get(names.get(i)), writer.column(i));
        }
        writer.endRow();
      }
    }
    return split;
  }

  private static List<Predicate> predicates() {
    List<Predicate> leaves = new ArrayList<>();
    for (Predicate.Op op : Predicate.Op.values()) {
      for (Object literal : new Object[] {4, 5L, new BigDecimal("5.5"), Double.NaN, null}) {
        leaves.add(Predicate.compare("n", op, literal));
        leaves.add(Predicate.compare("d", op, literal));
        leaves.add(Predicate.compare("f", op, literal));
        leaves.add(Predicate.compare("z", op, literal));
      }
      leaves.add(Predicate.compare("s", op, "some"));
      leaves.add(Predicate.compare("s", op, "soma"));
      leaves.add(Predicate.compare("s", op, 5));
      leaves.add(new Predicate.CompareColumns(ColumnPath.of("a"), op, ColumnPath.of("n")));
      leaves.add(new Predicate.CompareColumns(ColumnPath.of("d"), op, ColumnPath.of("n")));
    }
    leaves.add(Predicate.in("n", List.of(1, 5)));
    leaves.add(Predicate.in("n", List.of(1, 6)));
    leaves.add(Predicate.like(ColumnPath.of("s"), "so%"));
    leaves.add(Predicate.like(ColumnPath.of("s"), "%a"));
    for (String column : TYPES.keySet()) {
      leaves.add(Predicate.isNull(column));
    }
    List<Predicate> all = new ArrayList<>(leaves);
    leaves.forEach(leaf -> all.add(Predicate.not(leaf)));
    return all;
  }

  private static long count(SplitReader split, Predicate predicate) throws IOException {
    Scan scan =
        Scan.of(split)
            .types((column, stored) -> TYPES.get(CifSchema.foldCase(column)))
            .filter(predicate)
            .open();
    long count = 0;
    while (scan.next(2)) {
      count += scan.count();
    }
    return count;
  }

  @Test
  void default_isThereForPredicatesAsForValues() throws Exception {
    Map<String, ColumnVector> defaults = new HashMap<>();
    DEFAULTS.forEach((name, text) -> defaults.put(name, value(TYPES.get(name), text)));
    TableColumns columns = TableColumns.of(List.copyOf(TYPES.keySet()), null, defaults);
    try (SplitReader lacking = open(write("lacking", null, "a"), columns);
        SplitReader stored = open(writeDefaults(), columns)) {
      assertEquals(5, first(lacking, "N"));
      assertEquals("some", lacking.column("s", CifType.STRING).value(2).asString());
      for (Predicate predicate : predicates()) {
        assertEquals(count(stored, predicate), count(lacking, predicate), predicate::toString);
      }
      Predicate none = Predicate.compare("n", Predicate.Op.GT, 5);
      assertEquals(0, Scan.select(lacking, none, (column, type) -> CifType.INT).count());
      CifException e = assertThrows(CifException.class, () -> lacking.column("n", CifType.BIGINT));
      assertTrue(e.getMessage().contains("default is int, not bigint"), e.getMessage());
    }
  }
}
