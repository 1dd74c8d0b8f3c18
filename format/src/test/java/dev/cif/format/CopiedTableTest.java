package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.Column;
import dev.cif.format.tables.TableRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table that is copied file by file, its table file first: until the last file is there, a reader
 * sees some of the rows, each as it is in the whole table, or gets an error.
 */
class CopiedTableTest {
  private static final Path TESTDATA = Golden.FOLDER.resolveSibling(".").normalize();

  @TempDir Path folder;

  /** Returns the values of each row that are not NULL, with the names of their columns. */
  private static List<Set<String>> rows(Path table) throws IOException {
    DataSet data =
        DataSet.read(
            LocalFiles.fs(), new org.apache.hadoop.fs.Path(table.toUri()), ReadOptions.UNCACHED);
    List<Column> columns = TableRows.columns(data);
    return TableRows.read(
        data,
        null,
        values -> {
          Set<String> row = new TreeSet<>();
          for (int c = 0; c < columns.size(); c++) {
            if (!values.get(c).isNull()) {
              row.add(columns.get(c).name() + "=" + ExactText.of(Model.of(values.get(c))));
            }
          }
          return row;
        });
  }

  /** Returns the files of a table: the table file, and then all others in some order. */
  private static List<Path> files(Path table, Random random) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(table)) {
      all.filter(Files::isRegularFile).map(table::relativize).sorted().forEach(files::add);
    }
    Collections.shuffle(files, random);
    Path first = Path.of("_cif_table");
    if (files.remove(first)) {
      files.add(0, first);
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tables/history", "changes/table", "deletes/table", "inserts/table"})
  void partOfTheFiles_isPartOfTheRows_orAnError(String name) throws IOException {
    Path source = TESTDATA.resolve(name);
    List<Set<String>> whole = rows(source);
    int errors = 0;
    for (int seed = 0; seed < 4; seed++) {
      Path copy = Files.createDirectory(folder.resolve("copy" + seed));
      for (Path file : files(source, new Random(seed))) {
        Files.createDirectories(copy.resolve(file).getParent());
        Files.copy(source.resolve(file), copy.resolve(file));
        List<Set<String>> some;
        try {
          some = rows(copy);
        } catch (IOException e) {
          errors++;
          continue;
        }
        List<Set<String>> left = new ArrayList<>(whole);
        for (Set<String> row : some) {
          Set<String> same = left.stream().filter(row::equals).findFirst().orElse(null);
          assertTrue(left.remove(same), "seed " + seed + " after " + file + ": " + row);
        }
      }
      assertEquals(whole, rows(copy));
    }
    assertTrue(errors > 0, "no order has a reader find a file missing");
  }
}
