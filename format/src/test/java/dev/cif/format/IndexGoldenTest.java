package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.internal.file.SchemaFile;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.ColumnKeys;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden split-directory {@code testdata/index/split}, of 700 columns in groups, whose schema
 * file has an index. {@link #main} has made it, and a script of another language the lines beside
 * it, which C++ reads; like the other golden files they are never written again.
 */
class IndexGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("index/split").toAbsolutePath().normalize();
  private static final int COLUMNS = 700;

  @TempDir Path folder;

  /** Column k has the number k times 10 plus the row, or a text that says so. */
  private static Golden.Split split() {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    List<List<Object>> rows = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int k = 0; k < COLUMNS; k++) {
      names.add("Column" + k);
      types.add(k % 7 == 0 ? CifType.STRING : CifType.BIGINT);
      for (int row = 0; row < rows.size(); row++) {
        long value = 10L * k + row;
        rows.get(row).add(k % 7 == 0 ? Model.text("value " + value) : (Object) value);
      }
    }
    CifSchema keyed =
        ColumnKeys.parse("kgolden;" + (COLUMNS + 1) + ";" + list() + ".")
            .keyed(CifSchema.of(names, types));
    ColumnGroups groups = ColumnGroups.of("all").withSize(100);
    return new Golden.Split(keyed, WriteOptions.DEFAULT.withColumnGroups(groups), rows);
  }

  private static String list() {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < COLUMNS; k++) {
      names.add("column" + k);
    }
    return String.join(",", names);
  }

  private static Path index(Path split) throws IOException {
    try (var files = Files.list(split)) {
      return files.filter(f -> f.toString().endsWith(".index")).findFirst().orElseThrow();
    }
  }

  @Test
  void twoColumns_areFoundByTheIndex() throws Exception {
    TableColumns wanted = TableColumns.STORED.only(List.of("COLUMN14", "column699"));
    try (SplitReader split =
        SplitReader.open(
            Golden.fs(),
            new org.apache.hadoop.fs.Path(FOLDER.toUri()),
            ReadOptions.DEFAULT,
            Snapshot.LATEST,
            wanted)) {
      assertEquals(
          List.of("Column14", "Column699"),
          split.schema().columns().stream().map(Column::name).toList());
      assertEquals("kgolden/15", split.schema().column(0).key());
      assertEquals("value 142", split.column("column14").value(2).asString());
      assertEquals(6991, split.column("column699").value(1).asLong());
      assertEquals(3, split.rows());
    }
  }

  @Test
  void allColumns_areThoseThatWentIn() throws Exception {
    Golden.Split expected = split();
    try (SplitReader split =
        SplitReader.open(Golden.fs(), new org.apache.hadoop.fs.Path(FOLDER.toUri()))) {
      assertEquals(expected.schema(), split.schema());
      assertEquals(Files.size(index(FOLDER)), split.verifyIndex());
      for (int k = 0; k < COLUMNS; k++) {
        Value value = split.column("column" + k).value(1);
        Object found = k % 7 == 0 ? value.asString() : (Object) value.asLong();
        assertEquals(k % 7 == 0 ? "value " + (10 * k + 1) : (Object) (10L * k + 1), found);
      }
    }
  }

  @Test
  void writingAgain_givesTheSameIndex() throws Exception {
    Golden.write(split(), folder.resolve("split"));
    byte[] schemaFile = Golden.withoutSummaries(folder.resolve("split/schema.cif"));
    assertArrayEquals(Files.readAllBytes(FOLDER.resolve("schema.cif")), schemaFile);
    SchemaFile written = SchemaFile.parse("schema.cif", schemaFile);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("schema.cif");
    assertEquals(index(FOLDER).getFileName().toString(), SplitFiles.indexFile(path, schemaFile));
    assertArrayEquals(
        Files.readAllBytes(index(FOLDER)), SplitFiles.index(path, schemaFile, written));
  }

  /** Makes the golden split-directory. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(split(), FOLDER);
  }
}
