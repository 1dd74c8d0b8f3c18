package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions on columns that are read as another type are on the values of that type. */
class ConvertedPredicatesTest {
  /** Stored types, each with one that it is read as. {@link PlainPredicates} knows their fields. */
  private static final String[][] TYPES = {
    {"int", "bigint"},
    {"smallint", "decimal(4,1)"},
    {"bigint", "double"},
    {"float", "double"},
    {"decimal(10,3)", "decimal(8,1)"},
    {"decimal(6,2)", "decimal(20,4)"},
    {"decimal(9,2)", "float"},
    {"string", "varchar(2)"},
    {"string", "char(3)"},
    {"varchar(6)", "string"},
    {"char(4)", "string"},
    {"char(4)", "varchar(2)"},
    {"int", "string"},
    {"boolean", "string"},
    {"date", "varchar(7)"},
    {"timestamp", "string"},
    {"struct<`B c`:string,a:int>", "struct<a:bigint,`B c`:varchar(1),`größe``<`:int>"},
    {
      "struct<a:decimal(8,3),`B c`:struct<a:int>>",
      "struct<a:decimal(5,1),`B c`:struct<a:string,`B c`:int>>"
    },
    {"map<string,int>", "map<varchar(2),bigint>"},
    {"map<string,string>", "map<char(2),varchar(2)>"},
    {"map<varchar(4),decimal(6,2)>", "map<string,decimal(4,0)>"},
    {"map<char(3),int>", "map<string,string>"},
    {"map<tinyint,int>", "map<bigint,int>"},
    {"map<int,float>", "map<string,double>"},
    {"map<date,string>", "map<varchar(7),string>"},
    {"map<string,struct<a:int>>", "map<varchar(1),struct<a:bigint,`B c`:int>>"},
    {"array<map<int,int>>", "array<map<string,int>>"},
  };

  @TempDir Path folder;

  private static CifSchema schema(int which) {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (String[] pair : TYPES) {
      names.add("c" + names.size());
      types.add(CifType.parse(pair[which]));
    }
    return CifSchema.of(names, types);
  }

  private static WriteOptions options(CifSchema schema, Layout layout) {
    ColumnOptions base = ColumnOptions.DEFAULT.withBlockRows(40).withPartStatistics(true);
    WriteOptions options = WriteOptions.of(base);
    List<List<String>> keys = new ArrayList<>();
    for (Column column : schema.columns()) {
      boolean isMap = column.type().kind() == CifType.Kind.MAP;
      options =
          options.with(
              column.name(),
              base.withLayout(isMap || layout != Layout.DCSL ? layout : Layout.AUTO));
      if (column.type().kind().isPrimitive()) {
        keys.add(List.of(column.name()));
      }
    }
    return options.withFilters(keys);
  }

  private static List<Object> read(ColumnReader column) throws IOException {
    ColumnVector values = ColumnVector.create(column.type());
    column.read(0, (int) column.rows(), values);
    return values(values);
  }

  private static List<Object> values(ColumnVector vector) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < vector.size(); i++) {
      values.add(Model.of(vector, i));
    }
    return values;
  }

  private static Scan.Builder scan(SplitReader split, CifSchema wanted) {
    return Scan.of(split)
        .types(
            (column, stored) ->
                wanted.indexOf(column) < 0 ? null : wanted.column(wanted.indexOf(column)).type());
  }

  @Test
  void randomConditions_areOnTheValuesAsTheyAreRead() throws Exception {
    CifSchema stored = schema(0);
    CifSchema wanted = schema(1);
    for (Layout layout : List.of(Layout.AUTO, Layout.DCSL, Layout.PLAIN)) {
      Random random = new Random(40 + layout.ordinal());
      Path place = folder.resolve(layout.text());
      Golden.write(
          new Golden.Split(
              stored, options(stored, layout), Golden.random(stored, 200, random.nextLong())),
          place);
      try (SplitReader split = Golden.open(place)) {
        List<List<Object>> columns = new ArrayList<>();
        for (Column column : wanted.columns()) {
          columns.add(read(split.column(column.name(), column.type())));
        }
        int matched = 0;
        for (int round = 0; round < 2000; round++) {
          Predicate predicate = PlainPredicates.random(wanted, columns, random, 2);
          List<Long> expected = new ArrayList<>();
          for (int row = 0; row < split.rows(); row++) {
            if (PlainPredicates.mayBeTrue(predicate, wanted, columns, row)) {
              expected.add((long) row);
            }
          }
          List<Long> found = new ArrayList<>();
          Scan scan = scan(split, wanted).filter(predicate).open();
          while (scan.next(50)) {
            for (int i = 0; i < scan.count(); i++) {
              found.add(scan.row(i));
            }
          }
          if (PlainPredicates.isKnown(predicate)) {
            assertEquals(expected, found, predicate::toString);
          } else {
            assertTrue(found.containsAll(expected), predicate::toString);
          }
          matched += expected.isEmpty() ? 0 : 1;
        }
        assertTrue(matched > 500, "conditions that no row satisfies prove little: " + matched);
      }
    }
  }

  @Test
  void keysThatBecomeOne_areFoundAsTheLastOfThem() throws Exception {
    CifSchema schema = CifSchema.of(List.of("m"), List.of(CifType.parse("map<string,int>")));
    List<List<Object>> rows =
        List.of(
            List.of(
                List.of(
                    Map.entry(Model.text("abc"), 1L),
                    Map.entry(Model.text("abd"), 2L),
                    Map.entry(Model.text("b"), 3L))),
            List.of(List.of(Map.entry(Model.text("abc"), 4L))));
    for (Layout layout : List.of(Layout.AUTO, Layout.DCSL)) {
      WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withLayout(layout));
      Path place = folder.resolve(layout.text());
      Golden.write(new Golden.Split(schema, options, rows), place);
      CifSchema wanted =
          CifSchema.of(List.of("m"), List.of(CifType.parse("map<varchar(2),bigint>")));
      ColumnPath path = new ColumnPath("m['ab']", "m", List.of(new Step.Key("ab")));
      try (SplitReader split = Golden.open(place)) {
        Scan scan = scan(split, wanted).filter(Predicate.compare(path, Op.GT, 0L)).open();
        assertTrue(scan.next(10));
        assertEquals(List.of(2L, 4L), values(scan.column(path).values()));
        Scan none = scan(split, wanted).filter(Predicate.isNull(path)).open();
        assertEquals(false, none.next(10));
      }
    }
  }
}
