package dev.cif.cli.command;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Changes of tables, as an engine would commit them. */
final class ChangedTables {
  static final ChangeOrigin ORIGIN = new ChangeOrigin("alice", "a test", "UPDATE t\nSET `a b` = 7");

  private ChangedTables() {}

  /** Sets a column of type int to one value in all rows; each split-directory has {@code rows}. */
  static void set(Path table, String column, int value, int rows) throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    var root = new org.apache.hadoop.fs.Path(table.toUri());
    try (TableChange change = TableChange.begin(fs, root, List.of(column))) {
      change.setOrigin(ORIGIN);
      for (var place : SplitDirectories.list(fs, root)) {
        try (SplitReader split = SplitReader.open(fs, place);
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs,
                    split,
                    column,
                    CifType.INT,
                    ColumnOptions.DEFAULT,
                    List.of(),
                    change.id())) {
          for (int row = 0; row < rows; row++) {
            ((LongVector) writer.vector()).append(value);
            writer.endRow();
          }
          writer.finish().addTo(change);
        }
      }
      change.commit();
    }
  }
}
