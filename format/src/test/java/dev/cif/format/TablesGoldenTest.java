package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Table;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.format.tables.TableRows;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * The golden table of {@code testdata/tables}: its columns were renamed, dropped, added again and
 * widened, and have defaults. {@link #main} has made it; like the other golden files it is never
 * written again.
 */
class TablesGoldenTest {
  private static final java.nio.file.Path FOLDER =
      Golden.FOLDER.resolveSibling("tables").toAbsolutePath().normalize();
  private static final String TABLE = "k0123456789ab";
  private static final List<String> COLUMNS =
      List.of("Host", "id", "b", "note", "s", "amount", "dt", "k");

  private static Path table() {
    return new Path(FOLDER.resolve("history").toUri());
  }

  private static List<String> expected() throws IOException {
    return Files.readAllLines(FOLDER.resolve("history.jsonl"), StandardCharsets.UTF_8);
  }

  private static DataSet data() throws IOException {
    return DataSet.read(LocalFiles.fs(), table(), ReadOptions.UNCACHED);
  }

  @Test
  void columns_areThoseOfTheTableFile() throws IOException {
    DataSet data = data();
    List<String> columns = new ArrayList<>();
    TableRows.columns(data).forEach(column -> columns.add(column.name() + " " + column.type()));
    assertEquals(
        List.of(
            "Host string",
            "id bigint",
            "b int",
            "note string",
            "s struct<a:int,b:string>",
            "amount decimal(10,2)",
            "dt date",
            "k int"),
        columns);
    assertEquals(6, data.rows());
  }

  @Test
  void rows_areThoseOfTheTable() throws IOException {
    assertEquals(expected(), rows(data(), null));
  }

  @Test
  void conditions_areOfTheTablesValues() throws IOException {
    for (Predicate condition :
        List.of(
            Predicate.compare("b", Predicate.Op.EQ, 7L),
            Predicate.compare("HOST", Predicate.Op.EQ, "h1"),
            Predicate.compare("note", Predicate.Op.EQ, "new 4"),
            Predicate.compare("k", Predicate.Op.GE, 1L),
            new Predicate.IsNull(ColumnPath.of("dt")),
            new Predicate.IsNull(ColumnPath.of("note")))) {
      List<String> left = new ArrayList<>();
      for (String row : expected()) {
        if (isTrue(condition, row)) {
          left.add(row);
        }
      }
      assertEquals(left, rows(data(), condition), condition.toString());
    }
  }

  /** Decides by the text of a row. */
  private static boolean isTrue(Predicate condition, String row) {
    if (condition instanceof Predicate.IsNull isNull) {
      return row.contains('"' + isNull.path().column() + "\":null");
    }
    Predicate.Leaf leaf = (Predicate.Leaf) condition;
    return switch (leaf.column()) {
      case "b" -> row.contains("\"b\":7,");
      case "HOST" -> row.contains("\"Host\":\"h1\"");
      case "note" -> row.contains("\"note\":\"new 4\"");
      case "k" -> !row.contains("\"k\":null");
      default -> throw new IllegalArgumentException(leaf.column());
    };
  }

  @Test
  void lookUps_findTheTablesValues() throws IOException {
    try (Table table = Table.open(LocalFiles.fs(), table(), ReadOptions.DEFAULT)) {
      assertEquals(CifType.DATE, table.type("dt"));
      for (Map<String, Object> key :
          List.<Map<String, Object>>of(
              Map.of("host", "h1"), Map.of("b", 7L), Map.of("k", 2L), Map.of("id", 5L, "k", 2L))) {
        List<String> found = new ArrayList<>();
        table.lookup(
            List.of(key),
            COLUMNS.stream().map(ColumnPath::of).toList(),
            values -> found.add(json(List.of(values))));
        List<String> wanted = new ArrayList<>();
        for (String row : expected()) {
          boolean has =
              key.entrySet().stream()
                  .allMatch(
                      one -> {
                        String name = one.getKey().equals("host") ? "Host" : one.getKey();
                        String value =
                            one.getValue() instanceof String text
                                ? '"' + text + '"'
                                : one.getValue().toString();
                        return (row + ",").contains('"' + name + "\":" + value + ",")
                            || row.contains('"' + name + "\":" + value + "}");
                      });
          if (has) {
            wanted.add(row);
          }
        }
        assertEquals(wanted, found, key.toString());
      }
    }
  }

  /** A partition's folder is read with the columns of its table. */
  @Test
  void folderOfAPartition_hasTheTablesColumns() throws IOException {
    DataSet data =
        DataSet.read(LocalFiles.fs(), new Path(table(), "dt=2021-01-01"), ReadOptions.UNCACHED);
    assertEquals(expected().subList(0, 2), rows(data, null));
  }

  private static List<String> rows(DataSet data, Predicate condition) throws IOException {
    return TableRows.read(data, condition, TablesGoldenTest::json);
  }

  private static String json(List<Value> values) {
    List<String> members = new ArrayList<>();
    for (int c = 0; c < COLUMNS.size(); c++) {
      members.add('"' + COLUMNS.get(c) + "\":" + json(values.get(c)));
    }
    return "{" + String.join(",", members) + "}";
  }

  private static String json(Value value) {
    if (value == null || value.isNull()) {
      return "null";
    }
    return switch (value.type().kind()) {
      case INT, BIGINT -> Long.toString(value.asLong());
      case DECIMAL -> value.asDecimal().toPlainString();
      case DATE -> '"' + LocalDate.ofEpochDay(value.asLong()).toString() + '"';
      case STRUCT -> "{\"a\":" + json(value.field(0)) + ",\"b\":" + json(value.field(1)) + "}";
      default -> '"' + value.asString() + '"';
    };
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    FileSystem fs = LocalFiles.fs();
    // Before columns had numbers: host was h, and there was another note.
    CifType one = CifType.parse("struct<a:int>");
    write(
        fs,
        "dt=2021-01-01/k=1/000000_0",
        List.of(
            new Column(1, "id", CifType.INT),
            new Column(2, "h", CifType.STRING),
            new Column(3, "note", CifType.STRING),
            new Column(4, "s", one),
            new Column(5, "amount", CifType.INT)),
        0);
    // After h became host, with numbers; its folder's k is no number.
    write(
        fs,
        "dt=2021-01-02/k=x/000000_0",
        List.of(
            new Column(1, "id", CifType.INT, TABLE + "/1"),
            new Column(2, "host", CifType.STRING, TABLE + "/2"),
            new Column(3, "note", CifType.STRING, TABLE + "/3"),
            new Column(4, "s", one, TABLE + "/4"),
            new Column(5, "amount", CifType.INT, TABLE + "/5")),
        2);
    // After note was dropped and added again, id and amount were widened, and b was added.
    write(
        fs,
        "dt=__HIVE_DEFAULT_PARTITION__/k=2/000000_0",
        List.of(
            new Column(1, "amount", CifType.decimal(10, 2), TABLE + "/5"),
            new Column(2, "host", CifType.STRING, TABLE + "/2"),
            new Column(3, "id", CifType.BIGINT, TABLE + "/1"),
            new Column(4, "s", CifType.parse("struct<b:string,a:int>"), TABLE + "/4"),
            new Column(5, "note", CifType.STRING, TABLE + "/6"),
            new Column(6, "b", CifType.INT, TABLE + "/7")),
        4);
    ColumnKeys keys =
        ColumnKeys.of(
            TABLE,
            8,
            List.of(
                new ColumnKeys.Entry(1, "id", List.of("id")),
                new ColumnKeys.Entry(2, "host", List.of("h", "host")),
                new ColumnKeys.Entry(3, null, List.of("note")),
                new ColumnKeys.Entry(4, "s", List.of("s")),
                new ColumnKeys.Entry(5, "amount", List.of("amount")),
                new ColumnKeys.Entry(6, "note", List.of()),
                new ColumnKeys.Entry(7, "b", List.of("b"))));
    TableDescription description =
        new TableDescription(
            5,
            null,
            List.of(
                new TableColumn("Host", CifType.STRING, null, "the machine"),
                new TableColumn("id", CifType.BIGINT, null, null),
                new TableColumn("b", CifType.INT, "7", null),
                new TableColumn("note", CifType.STRING, null, null),
                new TableColumn("s", CifType.parse("struct<a:int,b:string>"), null, null),
                new TableColumn("amount", CifType.decimal(10, 2), null, null)),
            keys,
            List.of(
                new TableColumn("dt", CifType.DATE, null, null),
                new TableColumn("k", CifType.INT, null, null)),
            List.of(),
            null,
            Map.of("cif.layout.s", "auto"));
    TableFiles.update(fs, table(), before -> description);
    Files.writeString(
        FOLDER.resolve("history.jsonl"),
        """
        {"Host":"h0","id":0,"b":7,"note":null,"s":{"a":0,"b":null},"amount":0.00,"dt":"2021-01-01","k":1}
        {"Host":"h1","id":1,"b":7,"note":null,"s":{"a":1,"b":null},"amount":1.00,"dt":"2021-01-01","k":1}
        {"Host":"h2","id":2,"b":7,"note":null,"s":{"a":2,"b":null},"amount":2.00,"dt":"2021-01-02","k":null}
        {"Host":"h3","id":3,"b":7,"note":null,"s":{"a":3,"b":null},"amount":3.00,"dt":"2021-01-02","k":null}
        {"Host":"h4","id":4,"b":104,"note":"new 4","s":{"a":4,"b":"b4"},"amount":4.25,"dt":null,"k":2}
        {"Host":"h5","id":5,"b":105,"note":"new 5","s":{"a":5,"b":"b5"},"amount":5.25,"dt":null,"k":2}
        """);
  }

  private static void write(FileSystem fs, String directory, List<Column> columns, int first)
      throws IOException {
    Path place = new Path(table(), directory);
    try (SplitWriter writer =
        SplitWriter.create(fs, place, CifSchema.of(columns), WriteOptions.DEFAULT)) {
      for (int row = first; row < first + 2; row++) {
        for (int c = 0; c < columns.size(); c++) {
          append(writer.column(c), columns.get(c), row);
        }
        writer.endRow();
      }
    }
  }

  private static void append(ColumnVector to, Column column, int row) {
    switch (column.name()) {
      case "id" -> ((LongVector) to).append(row);
      case "b" -> ((LongVector) to).append(100 + row);
      case "h", "host" -> ((BytesVector) to).append("h" + row);
      case "note" -> ((BytesVector) to).append((row < 4 ? "old " : "new ") + row);
      case "amount" -> {
        if (to instanceof DecimalVector decimals) {
          decimals.append(BigInteger.valueOf(row * 100 + 25));
        } else {
          ((LongVector) to).append(row);
        }
      }
      case "s" -> {
        StructVector struct = (StructVector) to;
        struct.append();
        for (int k = 0; k < column.type().children().size(); k++) {
          if (column.type().fieldNames().get(k).equals("a")) {
            ((LongVector) struct.field(k)).append(row);
          } else {
            ((BytesVector) struct.field(k)).append("b" + row);
          }
        }
      }
      default -> throw new IllegalArgumentException(column.name());
    }
  }
}
