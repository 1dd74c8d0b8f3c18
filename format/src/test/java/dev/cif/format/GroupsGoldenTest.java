package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
import dev.cif.format.value.JsonValue;
import dev.cif.format.vector.BytesVector;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden tables of {@code testdata/groups}: {@code all} has every type in group files of
 * different layouts, {@code changed} a committed change of a column of a group, and {@code large}
 * the rows of the golden split "encodings" in one group file that is not read whole. {@link #main}
 * has made them; like the other golden files they are never written again.
 */
class GroupsGoldenTest {
  private static final Path FOLDER =
      Golden.FOLDER.resolveSibling("groups").toAbsolutePath().normalize();
  private static final int BLOCK_ROWS = 128;
  private static final int ROWS = 300;
  private static final String CHANGED = "c1 tinyint";

  @TempDir Path folder;

  /** Three columns: one is of group a, one of b, and one has its own file. */
  private static Golden.Split all() {
    CifSchema schema = Golden.schema(SplitContractTest.types());
    ColumnOptions base =
        ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS).withSkips(SkipDistances.of(10, 100));
    WriteOptions options = WriteOptions.of(base);
    ColumnGroups groups = ColumnGroups.OFF.withSize(6);
    Layout[] ofB = {Layout.SKIPLIST, Layout.PLAIN, Layout.BLOCK};
    for (int i = 0; i < schema.size(); i++) {
      Column column = schema.column(i);
      boolean isMap = column.type().kind() == CifType.Kind.MAP;
      Layout layout = isMap ? Layout.DCSL : ofB[i / 3 % ofB.length];
      if (i % 3 < 2) {
        groups = groups.with(column.name(), i % 3 == 0 ? "a" : "b");
      }
      if (i % 3 == 1) {
        options = options.with(column.name(), base.withLayout(layout));
      }
    }
    return new Golden.Split(
        schema, options.withColumnGroups(groups), Golden.random(schema, ROWS, 20261124));
  }

  private static Golden.Split changed() {
    CifSchema schema = Golden.schema(SplitContractTest.types().subList(0, 6));
    ColumnOptions base = ColumnOptions.DEFAULT.withBlockRows(BLOCK_ROWS);
    return new Golden.Split(
        schema,
        WriteOptions.of(base).withColumnGroups(ColumnGroups.of(ColumnGroups.NARROW)),
        Golden.random(schema, ROWS, 18));
  }

  private static Golden.Split large() {
    Golden.Split own = Golden.splits().get("encodings");
    WriteOptions options = own.options().withColumnGroups(ColumnGroups.of("all"));
    return new Golden.Split(own.schema(), options, own.rows());
  }

  private static String read(Path table) throws IOException {
    StringWriter out = new StringWriter();
    ObjectMapper mapper = new ObjectMapper();
    SplitFinder.Root root =
        new SplitFinder.Root(Golden.fs(), new org.apache.hadoop.fs.Path(table.toUri()));
    for (FoundSplit found : SplitFinder.find(List.of(root), ReadOptions.DEFAULT)) {
      try (SplitReader split = found.read(ReadOptions.DEFAULT)) {
        for (long row = 0; row < split.rows(); row++) {
          JsonGenerator json = mapper.createGenerator(out);
          json.writeStartObject();
          for (Column column : split.schema().columns()) {
            json.writeFieldName(column.name());
            JsonValue.write(split.column(column.name()).value(row), json);
          }
          json.writeEndObject();
          json.flush();
          out.append('\n');
        }
      }
    }
    return out.toString();
  }

  @Test
  void everyTypeOfAGroup_readsAsExpected() throws Exception {
    String expected = Files.readString(FOLDER.resolve("all.jsonl"));
    assertEquals(expected, read(FOLDER.resolve("all")));
    assertEquals(expected, Golden.json(all()), "the values that went in");
  }

  @Test
  void aChangedColumnOfAGroup_hasItsOwnFile() throws Exception {
    assertEquals(
        Files.readString(FOLDER.resolve("changed.jsonl")), read(FOLDER.resolve("changed")));
    assertEquals(
        List.of("1-group.col", "2-c1_tinyint.col"), columnFiles(FOLDER.resolve("changed/split")));
  }

  @Test
  void aLargeGroupFile_readsAsFilesOfItsColumns() throws Exception {
    assertEquals(
        Files.readString(Golden.FOLDER.resolve("encodings.jsonl")), read(FOLDER.resolve("large")));
    assertEquals(List.of("1-group.col"), columnFiles(FOLDER.resolve("large/split")));
  }

  @Test
  void writingAgain_givesTheSameFilesAndRows() throws Exception {
    Golden.write(all(), folder.resolve("split"));
    assertEquals(Files.readString(FOLDER.resolve("all.jsonl")), read(folder));
    assertEquals(columnFiles(FOLDER.resolve("all/split")), columnFiles(folder.resolve("split")));
    assertTrue(columnFiles(folder.resolve("split")).contains("1-group.col"));
  }

  private static List<String> columnFiles(Path split) {
    List<String> names = new ArrayList<>();
    for (String name : new TreeSet<>(List.of(split.toFile().list()))) {
      if (name.endsWith(".col")) {
        names.add(name);
      }
    }
    return names;
  }

  private static void change(org.apache.hadoop.fs.Path table) throws IOException {
    try (TableChange change =
            TableChange.begin(Golden.fs(), table, "first", List.of(CHANGED), List.of());
        SplitReader split =
            SplitReader.open(Golden.fs(), new org.apache.hadoop.fs.Path(table, "split"));
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                Golden.fs(),
                split,
                CHANGED,
                CifType.STRING,
                ColumnOptions.DEFAULT,
                List.of("c0 boolean"),
                change.id())) {
      for (int row = 0; row < ROWS; row++) {
        ((BytesVector) writer.vector()).append("changed " + row);
        writer.endRow();
      }
      writer.finish().addTo(change);
      change.commit();
    }
  }

  /** Makes the golden tables. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Golden.write(all(), FOLDER.resolve("all/split"));
    Files.writeString(FOLDER.resolve("all.jsonl"), Golden.json(all()));
    Golden.write(large(), FOLDER.resolve("large/split"));
    Golden.write(changed(), FOLDER.resolve("changed/split"));
    change(new org.apache.hadoop.fs.Path(FOLDER.resolve("changed").toUri()));
    Files.writeString(FOLDER.resolve("changed.jsonl"), read(FOLDER.resolve("changed")));
    Golden.removeWritersFiles(FOLDER);
  }
}
