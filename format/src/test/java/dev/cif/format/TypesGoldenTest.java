package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The golden table of {@code testdata/types}: split-directories that have its columns in other
 * types (FORMAT.md section 4.1). {@link #main} has made it; like the other golden files it is never
 * written again.
 */
class TypesGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("types").toAbsolutePath().normalize();
  private static final int ROWS = 40;

  private static final CifSchema TABLE =
      schema(
          "n", "bigint",
          "S", "struct<a:bigint,B:bigint,c:string>",
          "l", "array<struct<x:bigint,y:string,z:array<smallint>>>",
          "m", "map<string,struct<p:double,q:date>>",
          "d", "decimal(21,2)",
          "t", "string",
          "f", "double",
          "wide", "double",
          "same", "struct<x:int,X:string>",
          "k", "map<bigint,decimal(12,2)>",
          "pad", "map<char(3),int>",
          "more", "struct<deep:struct<b:int,a:int>>");

  private static CifSchema schema(String... namesAndTypes) {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      names.add(namesAndTypes[i]);
      types.add(CifType.parse(namesAndTypes[i + 1]));
    }
    return CifSchema.of(names, types);
  }

  /** The split-directories in the order of their paths. */
  private static List<Golden.Split> splits() {
    return List.of(
        split(
            1,
            schema(
                "n", "int",
                "S", "struct<a:int,B:int>",
                "l", "array<struct<x:int,y:string>>",
                "m", "map<string,struct<p:float>>",
                "d", "decimal(5,2)",
                "t", "varchar(5)",
                "f", "float",
                "wide", "decimal(30,3)",
                "same", "struct<x:int,X:string>",
                "k", "map<int,int>",
                "pad", "map<char(3),int>")),
        split(
            2,
            schema(
                "m", "map<varchar(9),struct<q:date,P:double>>",
                "s", "struct<b:bigint>",
                "N", "bigint",
                "l", "array<struct<y:varchar(3)>>",
                "d", "int",
                "t", "char(4)",
                "f", "double",
                "wide", "float",
                "same", "struct<X:string,x:int>",
                "more", "struct<deep:struct<b:int>>")),
        split(
            3,
            schema(
                "n", "tinyint",
                "s", "struct<c:string,b:int,a:bigint>",
                "l", "array<struct<z:array<smallint>,x:bigint>>",
                "d", "decimal(20,1)",
                "f", "int",
                "wide", "int",
                "k", "map<bigint,decimal(4,2)>",
                "more", "struct<deep:struct<a:int>>")));
  }

  private static Golden.Split split(long seed, CifSchema schema) {
    List<List<String>> keys = new ArrayList<>();
    for (Column column : schema.columns()) {
      if (column.type().kind().isPrimitive()) {
        keys.add(List.of(column.name()));
      }
    }
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(16).withPartStatistics(true);
    return new Golden.Split(
        schema,
        WriteOptions.of(options).withFilters(keys),
        Golden.random(schema, ROWS, 4100 + seed));
  }

  private static Path folder(int split) {
    return FOLDER.resolve("table").resolve("abc".substring(split, split + 1));
  }

  /** The rows of all split-directories, as the table has them. */
  private static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (Golden.Split split : splits()) {
      for (List<Object> stored : split.rows()) {
        List<Object> row = new ArrayList<>();
        for (Column column : TABLE.columns()) {
          int i = split.schema().indexOf(column.name());
          row.add(i < 0 ? null : as(stored.get(i), split.schema().column(i).type(), column.type()));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** A value in the type of the table. */
  private static Object as(Object value, CifType from, CifType to) {
    if (value == null) {
      return null;
    }
    if (to.kind() == Kind.ARRAY) {
      return ((List<?>) value).stream().map(v -> as(v, from.child(0), to.child(0))).toList();
    }
    if (to.kind() == Kind.MAP) {
      List<Object> entries = new ArrayList<>();
      for (Object one : (List<?>) value) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) one;
        entries.add(
            Model.entry(
                as(entry.getKey(), from.child(0), to.child(0)),
                as(entry.getValue(), from.child(1), to.child(1))));
      }
      return entries;
    }
    if (to.kind() == Kind.STRUCT) {
      Object[] fields = new Object[to.children().size()];
      for (int k = 0; k < fields.length; k++) {
        String name = to.fieldNames().get(k);
        int i = from.fieldNames().indexOf(name);
        for (int j = 0; i < 0 && j < from.fieldNames().size(); j++) {
          i = from.fieldNames().get(j).equalsIgnoreCase(name) ? j : -1;
        }
        fields[k] = i < 0 ? null : as(((List<?>) value).get(i), from.child(i), to.child(k));
      }
      return Arrays.asList(fields);
    }
    if (to.kind() == Kind.DOUBLE) {
      return ((Number) value).doubleValue();
    }
    if (to.kind() == Kind.DECIMAL) {
      return (value instanceof Long n ? BigDecimal.valueOf(n) : (BigDecimal) value)
          .setScale(to.scale());
    }
    return value;
  }

  private static DataSet read() throws IOException {
    return DataSet.read(
        Golden.fs(),
        new org.apache.hadoop.fs.Path(FOLDER.resolve("table").toUri()),
        ReadOptions.DEFAULT);
  }

  /** The values of a path in the rows that satisfy a condition. */
  private static List<Object> select(ColumnPath path, Predicate where) throws IOException {
    List<Object> found = new ArrayList<>();
    for (FoundSplit one : read().splits()) {
      try (SplitReader split = one.open(ReadOptions.DEFAULT)) {
        Scan scan =
            Scan.of(split)
                .types((column, stored) -> TABLE.column(TABLE.indexOf(column)).type())
                .filter(where)
                .open();
        while (scan.next(1000)) {
          ColumnVector values = scan.column(path).values();
          for (int i = 0; i < scan.count(); i++) {
            found.add(Model.of(values, i));
          }
        }
      }
    }
    return found;
  }

  @Test
  void goldenTable_hasTheUnionOfItsColumnsAndTypes() throws Exception {
    List<Column> columns = read().columns();
    assertEquals(TABLE.columns().stream().map(Column::name).toList(), names(columns));
    assertEquals(
        TABLE.columns().stream().map(Column::type).toList(),
        columns.stream().map(Column::type).toList());
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  @Test
  void goldenTable_readsToTheValuesThatWentIn() throws Exception {
    List<List<Object>> rows = rows();
    for (int c = 0; c < TABLE.size(); c++) {
      int column = c;
      assertEquals(
          rows.stream().map(row -> row.get(column)).toList(),
          select(ColumnPath.of(TABLE.column(c).name()), Predicate.constant(true)),
          TABLE.column(c).name());
    }
    Golden.Split whole = new Golden.Split(TABLE, null, rows);
    assertEquals(Files.readString(FOLDER.resolve("table.jsonl")), Golden.json(whole));
  }

  @Test
  void conditionsOnFields_areOnTheTablesValues() throws Exception {
    List<List<Object>> rows = rows();
    for (int field = 0; field < 3; field++) {
      String name = List.of("a", "b", "c").get(field);
      int at = field;
      List<Object> values = new ArrayList<>();
      rows.forEach(row -> values.add(row.get(1) == null ? null : ((List<?>) row.get(1)).get(at)));
      ColumnPath path = new ColumnPath("s." + name, "s", List.of(new Step.Field(name)));
      assertEquals(values, select(path, Predicate.constant(true)));
      assertEquals(
          values.stream().filter(v -> v == null).count(),
          select(path, Predicate.isNull(path)).size());
      if (field < 2) {
        for (long than : List.of(500L, 50_000L)) {
          List<Object> above = values.stream().filter(v -> v != null && (Long) v > than).toList();
          assertTrue(above.size() > 0);
          assertEquals(above, select(path, Predicate.compare(path, Op.GT, than)));
        }
      }
    }
  }

  @Test
  void lookUps_findTheTablesValues() throws Exception {
    List<List<Object>> rows = rows();
    for (String column : List.of("n", "d", "t", "f")) {
      int at = TABLE.indexOf(column);
      ColumnPath path = ColumnPath.of(column);
      for (int i = 0; i < rows.size(); i += 7) {
        Object value = rows.get(i).get(at);
        if (value == null) {
          continue;
        }
        List<Object> equal = rows.stream().map(row -> row.get(at)).filter(value::equals).toList();
        Object literal = value instanceof java.nio.ByteBuffer b ? bytes(b) : value;
        assertEquals(equal, select(path, Predicate.compare(path, Op.EQ, literal)), column);
      }
    }
  }

  private static byte[] bytes(java.nio.ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    List<Golden.Split> splits = splits();
    for (int i = 0; i < splits.size(); i++) {
      Golden.write(splits.get(i), folder(i));
    }
    Files.writeString(
        FOLDER.resolve("table.jsonl"), Golden.json(new Golden.Split(TABLE, null, rows())));
  }
}
