package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.ColumnTypes;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.scan.RowRanges;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.value.MapKey;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statistics of parts of values (FORMAT.md section 5.2): what they say, and the blocks left out.
 */
class PartStatisticsTest {
  private static final int BLOCK_ROWS = 10;
  private static final ColumnOptions OPTIONS =
      ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withPartStatistics(true);

  @TempDir java.nio.file.Path folder;

  private Path write(String name, String type, List<?> values, WriteOptions options)
      throws IOException {
    Path path = new Path(folder.toString(), "table/" + name);
    CifSchema schema = CifSchema.of(List.of("c"), List.of(CifType.parse(type)));
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), path, schema, options)) {
      for (Object value : values) {
        Model.append(value, writer.column(0));
        writer.endRow();
      }
    }
    return path;
  }

  private Path write(String name, String type, List<?> values) throws IOException {
    return write(name, type, values, WriteOptions.of(OPTIONS));
  }

  private static SplitReader open(Path path) throws IOException {
    return SplitReader.open(LocalFiles.fs(), path);
  }

  private static Map.Entry<Object, Object> entry(String key, Object value) {
    return Model.entry(Model.text(key), value);
  }

  private static ColumnPath key(String key) {
    return new ColumnPath("c['" + key + "']", "c", List.of(new Step.Key(key)));
  }

  private static ColumnPath field(String... names) {
    List<Step> steps = Arrays.stream(names).<Step>map(Step.Field::new).toList();
    return new ColumnPath("c." + String.join(".", names), "c", steps);
  }

  /** The first rows of the blocks that are not left out, as numbers of blocks. */
  private static List<Integer> blocks(SplitReader split, Predicate predicate) throws IOException {
    RowRanges rows = Scan.select(split, predicate, ColumnTypes.STORED);
    List<Integer> blocks = new ArrayList<>();
    for (RowRanges.Range range : rows.ranges()) {
      for (long row = range.from(); row < range.to(); row += BLOCK_ROWS) {
        blocks.add((int) (row / BLOCK_ROWS));
      }
    }
    return blocks;
  }

  private java.nio.file.Path file(String split, String name) {
    return folder.resolve("table").resolve(split).resolve(name);
  }

  @Test
  void bytesWritten_areThoseOfAllFiles() throws IOException {
    Path path = new Path(folder.resolve("counted").toUri());
    CifSchema schema = CifSchema.of(List.of("c"), List.of(CifType.parse("struct<a:int>")));
    SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), path, schema, WriteOptions.of(OPTIONS));
    Model.append(List.of(1L), writer.column(0));
    writer.endRow();
    writer.close();
    assertEquals(LocalFiles.fs().getContentSummary(path).getLength(), writer.bytesWritten());
  }

  @Test
  void files_haveTheSpecifiedBytes() throws IOException {
    WriteOptions two = WriteOptions.of(OPTIONS.withBlockRows(2));
    List<Object> some = new ArrayList<>();
    some.add(Arrays.asList(List.of(7L), Model.text("to")));
    some.add(null);
    some.add(Arrays.asList(null, Model.text("be")));
    write("fields", "struct<n:struct<i:int>,t:string>", some, two);
    byte[] column = Files.readAllBytes(file("fields", "1-c.col"));
    byte[] footerCrc = Arrays.copyOfRange(column, column.length - 8, column.length - 4);
    byte[] header = HandMade.hex("43 49 46 50 01 00 00 00");
    assertArrayEquals(
        HandMade.cat(
            header,
            footerCrc,
            HandMade.hex("02 03"),
            HandMade.hex("02"),
            HandMade.hex("02 00 00  07  00 01 07 01 0E 01 0E"),
            HandMade.hex("01 01  12  00 01 07 02 74 6F 02 74 6F  00 00 07 02 62 65 02 62 65")),
        Files.readAllBytes(file("fields", "_1-c.parts")));
    write(
        "keys",
        "map<int,int>",
        List.of(
            List.of(Model.entry(1L, 5L)),
            List.of(),
            List.of(Model.entry(-1L, null)),
            List.of(Model.entry(1L, 5L), Model.entry(-1L, 2L), Model.entry(1L, 6L))),
        two);
    column = Files.readAllBytes(file("keys", "1-c.col"));
    assertArrayEquals(
        HandMade.cat(
            header,
            Arrays.copyOfRange(column, column.length - 8, column.length - 4),
            HandMade.hex("02 03"),
            HandMade.hex("02"),
            HandMade.hex("01 02  0E  00 01 07 01 0A 01 0A  00 01 07 01 0C 01 0C"),
            HandMade.hex("01 01  07  01 01 07 01 04 01 04")),
        Files.readAllBytes(file("keys", "_1-c.parts")));
  }

  @Test
  void keys_leaveOutBlocks() throws IOException {
    List<Object> maps = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      maps.add(List.of(entry("all", i), entry("k" + i / BLOCK_ROWS, i % 2 == 0 ? i : null)));
    }
    try (SplitReader split = open(write("split", "map<string,int>", maps))) {
      assertEquals(11, split.parts(0).count());
      assertEquals(List.of(4), blocks(split, Predicate.compare(key("all"), Op.EQ, 42)));
      assertEquals(List.of(3), blocks(split, Predicate.compare(key("k3"), Op.GT, 0)));
      assertEquals(List.of(), blocks(split, Predicate.compare(key("k3"), Op.GT, 38)));
      assertEquals(List.of(), blocks(split, Predicate.compare(key("no"), Op.NE, 1)));
      assertEquals(List.of(), blocks(split, Predicate.isNull(key("all"))));
      assertEquals(10, blocks(split, Predicate.isNull(key("k3"))).size());
      assertEquals(List.of(3), blocks(split, Predicate.not(Predicate.isNull(key("k3")))));
      assertEquals(
          List.of(0, 1, 9),
          blocks(
              split,
              Predicate.or(
                  List.of(
                      Predicate.between(key("all"), 5, 12),
                      Predicate.compare(key("k9"), Op.EQ_NULLSAFE, 90)))));
      assertEquals(
          9, blocks(split, Predicate.not(Predicate.in(key("all"), List.of(1000, 5)))).size() - 1);
      assertEquals(
          10,
          blocks(split, Predicate.not(Predicate.compare(key("k3"), Op.EQ_NULLSAFE, 30))).size());
      assertEquals(0, split.metrics().blocksRead());
      assertEquals(2, split.metrics().filesOpened());
    }
  }

  @Test
  void fields_leaveOutBlocks() throws IOException {
    List<Object> structs = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      List<Object> inner = i % 4 == 0 ? null : List.of(Model.text("t" + (10 + i / 10)));
      structs.add(i % 10 == 3 ? null : Arrays.asList(i / 4.0, inner, List.of(entry("k", i))));
    }
    String type = "struct<d:double,S:struct<t:string>,m:map<string,int>>";
    try (SplitReader split = open(write("split", type, structs))) {
      assertEquals(2, split.parts(0).count());
      assertEquals(List.of(8, 9), blocks(split, Predicate.compare(field("D"), Op.GE, 21.0)));
      assertEquals(List.of(7), blocks(split, Predicate.like(field("s", "T"), "t17%")));
      assertEquals(10, blocks(split, Predicate.isNull(field("d"))).size());
      // Parts below maps have no statistics.
      ColumnPath below =
          new ColumnPath("c.m['k']", "c", List.of(new Step.Field("m"), new Step.Key("k")));
      assertEquals(10, blocks(split, Predicate.compare(below, Op.EQ, 5)).size());
    }
  }

  @Test
  void columnsReadAsOtherTypes_areLeftOutByBoundsThatHold() throws IOException {
    List<Object> structs = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      structs.add(List.of(i, Model.text("t" + (100 + i))));
    }
    Path path = write("split", "struct<i:int,t:string>", structs);
    Predicate i = Predicate.compare(field("i"), Op.EQ, 42L);
    Predicate t = Predicate.compare(field("t"), Op.EQ, "t142");
    CifType wider = CifType.parse("struct<x:int,t:string,i:bigint>");
    CifType text = CifType.parse("struct<i:string,t:varchar(1)>");
    try (SplitReader split = open(path)) {
      assertEquals(
          RowRanges.between(40, 50).ranges(),
          Scan.select(split, i, (name, stored) -> wider).ranges());
      assertEquals(
          RowRanges.between(40, 50).ranges(),
          Scan.select(split, t, (name, stored) -> wider).ranges());
      assertEquals(100, Scan.select(split, t, (name, stored) -> text).count());
      Predicate added = Predicate.isNull(field("x"));
      assertEquals(100, Scan.select(split, added, (name, stored) -> wider).count());
    }
  }

  @Test
  void moreThanAThousandKeys_areNotAllKnown() throws IOException {
    List<Object> maps = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      maps.add(List.of(entry("k" + i, (long) i), entry("x".repeat(257), 1L)));
    }
    try (SplitReader split = open(write("split", "map<string,int>", maps))) {
      assertEquals(1_000, split.parts(0).count());
      assertEquals(List.of(99), blocks(split, Predicate.compare(key("k999"), Op.GT, 0)));
      assertEquals(150, blocks(split, Predicate.compare(key("k1000"), Op.GT, 0)).size());
      assertEquals(150, blocks(split, Predicate.compare(key("no"), Op.GT, 0)).size());
    }
  }

  @Test
  void keysThatComeTooLate_areUnknownOnlyWhereTheyAre() throws IOException {
    List<Object> maps = new ArrayList<>();
    for (int i = 0; i < 1_010; i++) {
      maps.add(List.of(entry("k" + i, (long) i)));
    }
    try (SplitReader split = open(write("split", "map<string,int>", maps))) {
      assertEquals(List.of(100), blocks(split, Predicate.compare(key("no"), Op.GT, 0)));
      assertEquals(List.of(5), blocks(split, Predicate.compare(key("k55"), Op.GT, 0)));
    }
  }

  @Test
  void filesStayBelowTheirLimit() throws IOException {
    List<Object> structs = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      structs.add(List.of(Model.text(i + "x".repeat(80)), (long) i));
    }
    WriteOptions options = WriteOptions.of(OPTIONS.withBlockRows(1));
    try (SplitReader split = open(write("split", "struct<t:string,i:int>", structs, options))) {
      assertTrue(split.parts(0).length() < 1 << 20, "bytes: " + split.parts(0).length());
      assertEquals(1, split.parts(0).count());
      assertEquals(1, blocks(split, Predicate.compare(field("i"), Op.EQ, 4_242)).size());
      assertEquals(
          10_000, Scan.select(split, Predicate.isNull(field("t")), ColumnTypes.STORED).count());
    }
  }

  @Test
  void columnsWithoutParts_haveNoFile() throws IOException {
    for (String type :
        List.of(
            "int",
            "array<int>",
            "map<string,array<int>>",
            "map<double,int>",
            "struct<a:array<int>>",
            "uniontype<int,string>")) {
      Path path = write(type.replaceAll("[^a-z]", ""), type, Arrays.asList(null, null));
      try (SplitReader split = open(path)) {
        assertNull(split.parts(0), type);
      }
      assertEquals(2, LocalFiles.fs().listStatus(path).length, type);
    }
    Path off = write("off", "map<string,int>", List.of(), WriteOptions.DEFAULT);
    assertEquals(2, LocalFiles.fs().listStatus(off).length);
  }

  @Test
  void properties_turnThemOn() {
    CifSchema schema = CifSchema.of(List.of("c"), List.of(CifType.parse("map<string,int>")));
    Map<String, String> all = Map.of("cif.part.statistics", "TRUE");
    assertTrue(WriteOptions.fromProperties(schema, all::get).column("c").partStatistics());
    Map<String, String> but =
        Map.of("cif.part.statistics", "true", "cif.part.statistics.c", "false");
    assertEquals(ColumnOptions.DEFAULT, WriteOptions.fromProperties(schema, but::get).column("c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "all"})
  void randomFilters_leaveOutNoRowOfAFullScan(String group) throws IOException {
    Random random = new Random(18);
    WriteOptions options = WriteOptions.of(OPTIONS).withColumnGroups(ColumnGroups.of(group));
    long left = 0;
    for (String type :
        List.of(
            "map<string,int>",
            "map<int,string>",
            "map<char(3),decimal(20,2)>",
            "map<string,double>",
            "struct<a:int,`B c`:struct<a:double,`B c`:timestamp>,`größe``<`:decimal(9,3)>")) {
      CifType column = CifType.parse(type);
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        values.add(i / 40 % 5 == 1 ? null : Model.randomOrNull(column, random, 0));
      }
      CifSchema schema = CifSchema.of(List.of("c", "d"), List.of(column, column));
      Path path = new Path(folder.toString(), "random/" + type.replaceAll("[^a-z]+", "_"));
      try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), path, schema, options)) {
        for (Object value : values) {
          Model.append(value, writer.column(0));
          Model.append(value, writer.column(1));
          writer.endRow();
        }
      }
      try (SplitReader split = open(path)) {
        assertTrue(split.parts(1).count() > 0);
        for (int i = 0; i < 60; i++) {
          Predicate p = PlainPredicates.random(schema, List.of(values, values), random, 2);
          RowRanges rows = Scan.select(split, p, ColumnTypes.STORED);
          left += split.rows() - rows.count();
          for (int row = 0; row < values.size(); row++) {
            boolean matches = PlainPredicates.mayBeTrue(p, schema, List.of(values, values), row);
            long at = row;
            boolean isChosen = rows.ranges().stream().anyMatch(r -> r.from() <= at && at < r.to());
            assertTrue(isChosen || !matches, () -> p + " in row " + at);
          }
        }
      }
    }
    assertTrue(left > 6_000, "what leaves nothing out proves nothing: " + left);
  }

  private void change(Path path, long value) throws IOException {
    Path table = path.getParent();
    try (TableChange change = TableChange.begin(LocalFiles.fs(), table, List.of("c"));
        SplitReader split = open(path);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                LocalFiles.fs(),
                split,
                "c",
                CifType.parse("map<string,int>"),
                OPTIONS,
                List.of("c"),
                change.id())) {
      for (int i = 0; i < split.rows(); i++) {
        Model.append(List.of(entry("k", value + i)), writer.vector());
        writer.endRow();
      }
      AddedColumn.fromJson(writer.finish().toJson()).addTo(change);
      change.commit();
    }
  }

  private static Set<String> names(Path path) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (var file : LocalFiles.fs().listStatus(path)) {
      names.add(file.getPath().getName().replaceFirst("(_cif_change\\.).*", "$1"));
    }
    return names;
  }

  @Test
  void aChangedColumn_hasStatisticsOfItsOwn() throws IOException {
    List<Object> maps = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      maps.add(List.of(entry("k", i)));
    }
    Path path = write("split", "map<string,int>", maps);
    change(path, 1_000);
    Predicate old = Predicate.compare(key("k"), Op.EQ, 42);
    Predicate now = Predicate.compare(key("k"), Op.EQ, 1_042);
    try (SplitReader split = open(path)) {
      assertEquals("_1-c.g1.parts", split.parts(0).fileName());
      assertEquals(List.of(), blocks(split, old));
      assertEquals(List.of(4), blocks(split, now));
    }
    try (SplitReader before =
        SplitReader.open(LocalFiles.fs(), path, ReadOptions.DEFAULT, Snapshot.NONE)) {
      assertEquals(List.of(4), blocks(before, old));
    }
    TableChange.vacuum(LocalFiles.fs(), path.getParent(), Duration.ofMillis(-1));
    assertEquals(new TreeSet<>(List.of("1-c.g1.col", "_1-c.g1.parts", "schema.cif")), names(path));
    try (SplitReader split = open(path)) {
      assertEquals(List.of(4), blocks(split, now));
      assertTrue(split.verify(0) > split.fileLength(0));
    }
    // Files of a writer that died go as well.
    Files.write(file("split", "_1-c.parts"), new byte[1]);
    Files.write(file("split", "_other.parts"), new byte[1]);
    TableChange.vacuum(LocalFiles.fs(), path.getParent(), Duration.ofMillis(-1));
    assertEquals(
        new TreeSet<>(List.of("1-c.g1.col", "_1-c.g1.parts", "_other.parts", "schema.cif")),
        names(path));
  }

  /** A column of one struct, which is written but not published. */
  private static AddedColumn add(Path path, String name) throws IOException {
    try (SplitReader split = open(path);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                LocalFiles.fs(),
                split,
                name,
                CifType.parse("struct<a:int>"),
                OPTIONS,
                List.of("c"),
                "job")) {
      Model.append(List.of(5L), writer.vector());
      writer.endRow();
      return writer.finish();
    }
  }

  private static void expectAdded(Path path) throws IOException {
    try (SplitReader split = open(path)) {
      assertEquals(5L, split.parts(1).of(List.of(0)).get(0).max());
      assertEquals(1L, split.parts(0).of(MapKey.of("k")).get(0).max());
      Set<String> left = names(path);
      left.removeIf(name -> name.startsWith("_schema.cif"));
      assertEquals(
          Set.of(
              "schema.cif", "1-c.col", "_1-c.parts", split.fileName(1), split.parts(1).fileName()),
          left);
    }
  }

  @Test
  void anAddedColumn_isPublishedWithItsStatistics() throws IOException {
    Path path = write("split", "map<string,int>", List.of(List.of(entry("k", 1L))));
    AddedColumn second = add(path, "d");
    assertTrue(add(path, "d").publish(LocalFiles.fs()));
    assertFalse(second.publish(LocalFiles.fs()));
    expectAdded(path);
    assertTrue(names(path).contains("_2-d.parts"));
    AddedColumn lost = add(path, "e");
    for (var file : LocalFiles.fs().listStatus(path)) {
      if (file.getPath().getName().matches("_added.*parts")) {
        LocalFiles.fs().delete(file.getPath(), false);
      }
    }
    CifException e = assertThrows(CifException.class, () -> lost.publish(LocalFiles.fs()));
    assertTrue(e.getMessage().contains("is gone"), e.getMessage());
    AddedColumnWriter.removeLeftovers(LocalFiles.fs(), path, "job");
    expectAdded(path);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPublicationThatStopsAtAnyStep_canBeRepeated(boolean dies) throws IOException {
    boolean success = false;
    int step = 0;
    for (; !success; step++) {
      Path path = write("again-" + step, "map<string,int>", List.of(List.of(entry("k", 1L))));
      AddedColumn column = add(path, "d");
      FailingFileSystem fs = new FailingFileSystem(new SteppedFiles(), step, dies);
      try {
        column.publish(fs);
        success = !fs.hasFailed();
      } catch (IOException e) {
        assertTrue(fs.hasFailed(), e.toString());
      }
      Path lock = new Path(path, "_schema.cif.lock");
      if (LocalFiles.fs().exists(lock)) {
        // Ten minutes later.
        LocalFiles.fs().setTimes(lock, 0, -1);
      }
      column.publish(LocalFiles.fs());
      expectAdded(path);
    }
    assertTrue(step > 8, "the steps are all tried, " + step);
  }
}
