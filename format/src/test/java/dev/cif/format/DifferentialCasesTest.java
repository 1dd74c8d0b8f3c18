package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Splits made at random from seeds, for libcif to read: bin/test and
 * bin/test.d/differential_test.sh give a folder ({@code cif.differential.folder}), the first seed
 * and how many. What Java reads of them is checked here; without a folder they go to a temporary
 * one.
 */
class DifferentialCasesTest {
  @TempDir Path temporary;

  @Test
  void casesReadAsTheyWereWritten() throws IOException {
    String folder = System.getProperty("cif.differential.folder");
    Path to = folder == null ? temporary : Path.of(folder);
    long first = Long.getLong("cif.differential.seed", 1);
    long count = Long.getLong("cif.differential.cases", 60);
    for (long seed = first; seed < first + count; seed++) {
      DifferentialCase made = DifferentialCase.of(seed);
      made.write(to);
      read(made, made.split(to));
    }
  }

  private static void read(DifferentialCase made, Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toString());
    try (SplitReader split = SplitReader.open(LocalFiles.fs(), path)) {
      assertEquals(made.schema(), split.schema(), () -> "seed " + made.seed());
      for (int c = 0; c < made.columns().size(); c++) {
        ColumnReader column = split.column(made.schema().column(c).name());
        ColumnVector vector = ColumnVector.create(column.type());
        column.read(0, made.rows(), vector);
        for (int row = 0; row < made.rows(); row++) {
          String wanted = ExactText.of(made.columns().get(c).get(row));
          String is = ExactText.of(Model.of(vector, row));
          String place = "seed " + made.seed() + ", column " + c + ", row " + row;
          assertEquals(wanted, is, place);
        }
      }
    }
  }
}
