package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.OutsidePartition;
import dev.cif.format.tables.GoldenTables;
import dev.cif.format.tables.TableRows;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that lie outside of the table's folder, or in one that does not tell their values. */
class OutsidePartitionsTest {
  /** Positions of the columns {@code id}, {@code dt} and {@code k}. */
  private static final int[] COLUMNS = {1, 6, 7};

  @TempDir Path folder;
  private Path table;
  private List<String> expected;

  @BeforeEach
  void copy() throws IOException {
    table = GoldenTables.copyHistory(folder.resolve("t"));
    expected = rows(table);
  }

  private static List<String> rows(Path folder) throws IOException {
    DataSet data =
        DataSet.read(
            LocalFiles.fs(), new org.apache.hadoop.fs.Path(folder.toUri()), ReadOptions.UNCACHED);
    return TableRows.read(data, null, OutsidePartitionsTest::text).stream().sorted().toList();
  }

  private static String text(List<Value> values) {
    StringBuilder row = new StringBuilder();
    for (int column : COLUMNS) {
      Value value = values.get(column);
      row.append(value == null || value.isNull() ? "null" : value.asLong()).append(' ');
    }
    return row.toString();
  }

  private void name(OutsidePartition... partitions) throws IOException {
    TableFiles.update(
        LocalFiles.fs(),
        new org.apache.hadoop.fs.Path(table.toUri()),
        before ->
            new TableDescription(
                before.revision(),
                before.owner(),
                before.columns(),
                before.keys(),
                before.partitionColumns(),
                List.of(partitions),
                before.transactional(),
                before.properties()));
  }

  private static OutsidePartition at(String location, String... values) {
    return new OutsidePartition(Arrays.asList(values), location);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "file://", ""})
  void rowsElsewhere_haveTheirValues_andThoseOfTheSameValuesAreNone(String scheme)
      throws IOException {
    Files.move(table.resolve("dt=2021-01-01/k=1"), folder.resolve("else where"));
    Files.move(table.resolve("dt=__HIVE_DEFAULT_PARTITION__"), folder.resolve("null"));
    name(
        at(scheme + folder.resolve("else where"), "2021-01-01", "1"),
        at(scheme + folder.resolve("null") + "/", null, "2"),
        at(scheme + folder.resolve("nowhere"), "2021-01-09", "9"));
    assertEquals(expected, rows(table));
    Files.createDirectories(table.resolve("dt=2021-01-01"));
    Files.move(table.resolve("dt=2021-01-02/k=x"), table.resolve("dt=2021-01-01/k=1"));
    assertEquals(4, rows(table).size());
    assertEquals(List.of(), rows(table.resolve("dt=2021-01-01")));
  }

  /** Folders do not tell the values, as after ADD PARTITION with such a LOCATION. */
  @Test
  void partitionWithinTheTablesFolder_isReadOnce() throws IOException {
    Files.move(table.resolve("dt=2021-01-01/k=1"), table.resolve("odd"));
    Files.createDirectories(table.resolve("odd/_within"));
    Files.move(table.resolve("dt=__HIVE_DEFAULT_PARTITION__/k=2"), table.resolve("odd/_within/k"));
    name(
        at(table.resolve("odd").toUri().toString(), "2021-01-01", "1"),
        at(table.resolve("odd/_within/k").toUri().toString(), null, "2"));
    assertEquals(expected, rows(table));
  }
}
