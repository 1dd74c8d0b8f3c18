package dev.cif.format.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.Model;
import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.BlockDescription;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns share a file, how they are read together, and what a change leaves of it. */
class ColumnGroupsTest {
  @TempDir java.nio.file.Path folder;

  private static CifSchema schema(String... types) {
    List<String> names = new ArrayList<>();
    List<CifType> parsed = new ArrayList<>();
    for (String type : types) {
      names.add("c" + names.size());
      parsed.add(CifType.parse(type));
    }
    return CifSchema.of(names, parsed);
  }

  private static List<List<Integer>> files(CifSchema schema, Map<String, String> properties) {
    return WriteOptions.fromProperties(schema, properties::get).columnGroups().files(schema);
  }

  @Test
  void narrowColumnsShareFiles() {
    CifSchema schema =
        schema(
            "string",
            "int",
            "varchar(64)",
            "varchar(65)",
            "char(3)",
            "decimal(38,2)",
            "array<int>",
            "date",
            "boolean",
            "binary");
    assertEquals(
        List.of(List.of(0), List.of(1, 2, 4, 5, 7, 8), List.of(3), List.of(6), List.of(9)),
        files(schema, Map.of("cif.column.group", "narrow")));
  }

  @Test
  void namesAndSizesDecide() {
    CifSchema schema = schema("int", "int", "int", "int", "int", "string");
    assertEquals(6, files(schema, Map.of()).size());
    Map<String, String> properties = new TreeMap<>();
    properties.put("cif.column.group", "rest");
    properties.put("cif.column.group.c1", "none");
    properties.put("cif.column.group.c5", "other");
    properties.put("cif.columns.per.group", "3");
    assertEquals(
        List.of(List.of(0, 2, 3), List.of(1), List.of(4), List.of(5)), files(schema, properties));
  }

  @Test
  void valuesThatCannotBe_areRefusedByName() {
    CifSchema schema = schema("int");
    for (String[] bad :
        new String[][] {
          {"cif.column.group", "a b"},
          {"cif.column.group", ""},
          {"cif.column.group.c0", "narrow"},
          {"cif.columns.per.group", "0"},
          {"cif.columns.per.group", "many"},
          {"cif.write.memory", "0"},
          {"cif.write.memory", "1e9"}
        }) {
      Map<String, String> properties = Map.of(bad[0], bad[1]);
      Exception e =
          assertThrows(
              IllegalArgumentException.class,
              () -> WriteOptions.fromProperties(schema, properties::get));
      assertTrue(e.getMessage().contains(bad[0] + " is '" + bad[1] + "'"), e.getMessage());
    }
  }

  private Path write(int columns, int rows, WriteOptions options) throws IOException {
    CifSchema schema = schema(java.util.Collections.nCopies(columns, "int").toArray(String[]::new));
    Path path = new Path(folder.toString(), "split");
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), path, schema, options)) {
      for (int row = 0; row < rows; row++) {
        for (int c = 0; c < columns; c++) {
          ((LongVector) writer.column(c)).append((long) row * columns + c);
        }
        writer.endRow();
        long held = 0;
        for (int c = 0; c < columns; c++) {
          held += writer.column(c).memory();
        }
        assertTrue(held <= 2 * options.memory(), held + " bytes are held");
      }
    }
    return path;
  }

  private static void expectValues(SplitReader reader, int columns, int column) throws IOException {
    ColumnVector values = ColumnVector.create(CifType.INT);
    reader.column("c" + column).read(0, (int) reader.rows(), values);
    for (int row = 0; row < values.size(); row++) {
      assertEquals((long) row * columns + column, Model.of(values, row));
    }
  }

  @Test
  void openBlocksStayWithinTheirMemory() throws IOException {
    int columns = 40;
    WriteOptions options =
        WriteOptions.DEFAULT
            .withColumnGroups(ColumnGroups.of("all").withSize(8))
            .withMemory(64 << 10);
    Path path = write(columns, 2000, options);
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), path)) {
      for (int c = 0; c < columns; c++) {
        expectValues(reader, columns, c);
      }
      List<? extends BlockDescription> first = reader.describe(0).blocks();
      assertTrue(first.size() > 3, first.size() + " blocks");
      for (int c = 1; c < 8; c++) {
        assertEquals(rows(first), rows(reader.describe(c).blocks()), "blocks close together");
      }
    }
  }

  private static List<Integer> rows(List<? extends BlockDescription> blocks) {
    return blocks.stream().map(BlockDescription::rows).toList();
  }

  @Test
  void columnsOfAGroup_shareOneOpenFile() throws IOException {
    int columns = 30;
    WriteOptions plain = WriteOptions.of(ColumnOptions.DEFAULT.withLayout(Layout.PLAIN));
    Path path = write(columns, 5000, plain.withColumnGroups(ColumnGroups.of("narrow")));
    FileSystem fs = LocalFiles.fs();
    long length = fs.getFileStatus(new Path(path, "1-group.col")).getLen();
    assertTrue(length > 64 << 10, "it is not read whole");
    try (SplitReader reader = SplitReader.open(fs, path)) {
      // In turns, and not in the order of the file.
      for (int c : new int[] {20, 3, 29, 0}) {
        expectValues(reader, columns, c);
      }
      assertEquals(1, reader.metrics().filesOpened());
      assertEquals(4, reader.metrics().columns().size());
      assertTrue(reader.metrics().bytesRead() < length / 3, "only the columns that are read");
      assertEquals(length, reader.fileLength(3));
      assertTrue(reader.columnLength(3) < length / 20, reader.columnLength(3) + " bytes");
      long stored = 8;
      for (int c = 0; c < columns; c++) {
        stored += reader.storedBytes(c);
      }
      assertEquals(length, stored, "header, blocks and footers are all of the file");
    }
  }

  private Set<String> columnFiles(Path split) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (FileStatus file : LocalFiles.fs().listStatus(split)) {
      if (file.getPath().getName().endsWith(".col")) {
        names.add(file.getPath().getName());
      }
    }
    return names;
  }

  @Test
  void aChangedColumn_leavesItsGroup_andTheFileStays() throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path table = new Path(folder.toString());
    Path path = write(4, 10, WriteOptions.DEFAULT.withColumnGroups(ColumnGroups.of("all")));
    for (String column : List.of("c0", "added", "c0")) {
      try (TableChange change = TableChange.begin(fs, table, List.of(column));
          SplitReader split = SplitReader.open(fs, path);
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  fs,
                  split,
                  column,
                  CifType.STRING,
                  ColumnOptions.DEFAULT,
                  List.of("c1", "c2"),
                  change.id())) {
        for (int row = 0; row < 10; row++) {
          ((BytesVector) writer.vector()).append(column + row);
          writer.endRow();
        }
        writer.finish().addTo(change);
        change.commit();
      }
    }
    expectChanged(path);
    TableChange.vacuum(fs, table, java.time.Duration.ZERO);
    assertEquals(
        new TreeSet<>(List.of("1-group.col", "1-c0.g1.col", "5-added.col")), columnFiles(path));
    expectChanged(path);
  }

  private static void expectChanged(Path path) throws IOException {
    try (SplitReader split = SplitReader.open(LocalFiles.fs(), path)) {
      assertEquals("c09", split.column("c0").value(9).asString());
      assertEquals("added9", split.column("added").value(9).asString());
      expectValues(split, 4, 3);
      assertTrue(!split.isGrouped(0) && split.isGrouped(3));
    }
  }

  /** Both are of one file: each must be looked at. */
  @Test
  void aColumnComputedFromARewrittenOneOfAGroup_isNotPublished() throws IOException {
    FileSystem fs = LocalFiles.fs();
    Path path = write(4, 10, WriteOptions.DEFAULT.withColumnGroups(ColumnGroups.of("all")));
    AddedColumn late = column(fs, path, "late", List.of("c1", "c2"));
    try (TableChange change = TableChange.begin(fs, new Path(folder.toString()), List.of("c1"))) {
      column(fs, path, "c1", List.of()).addTo(change);
      change.commit();
    }
    CifException e = assertThrows(CifException.class, () -> late.publish(fs));
    assertTrue(e.getMessage().contains("compute it again"), e.getMessage());
  }

  private static AddedColumn column(FileSystem fs, Path path, String name, List<String> sources)
      throws IOException {
    try (SplitReader split = SplitReader.open(fs, path);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs, split, name, CifType.INT, ColumnOptions.DEFAULT, sources, "test")) {
      for (int row = 0; row < split.rows(); row++) {
        ((LongVector) writer.vector()).append(row);
        writer.endRow();
      }
      return writer.finish();
    }
  }
}
