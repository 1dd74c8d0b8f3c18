package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names are compared without the case of A to Z, and of no other letter: FORMAT.md section 3. */
class ColumnNamesTest {
  /** Pairs that Java's own rules of upper and lower case take for one name. */
  private static final List<String> NAMES =
      List.of("\u00c4RGER", "\u00e4rger", "\u0130", "i\u0307", "\u017f", "s", "\u212a", "k");

  @TempDir java.nio.file.Path folder;

  @Test
  void column_namesThatOnlyOtherRulesTakeForOne_areColumnsOfTheirOwn() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    Path split = new Path(folder.toUri().toString(), "split");
    CifSchema schema = CifSchema.of(NAMES, Collections.nCopies(NAMES.size(), CifType.INT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < NAMES.size(); i++) {
        ((LongVector) writer.column(i)).append(i);
      }
      writer.endRow();
    }
    try (SplitReader reader = SplitReader.open(fs, split)) {
      for (int i = 0; i < NAMES.size(); i++) {
        assertEquals(i, reader.column(NAMES.get(i)).value(0).asLong(), NAMES.get(i));
      }
      assertEquals(1, reader.column("\u00e4RgEr").value(0).asLong());
      assertEquals(-1, reader.schema().indexOf("\u00c4RG\u00cbR"));
      List<String> files = new ArrayList<>();
      for (int i = 0; i < NAMES.size(); i++) {
        files.add(reader.file(i).getName());
      }
      assertEquals(List.of("1-_rger.col", "7-_.col"), List.of(files.get(0), files.get(6)));
    }
  }

  @Test
  void fieldIndex_comparesAsColumnNamesAre() {
    CifType struct = CifType.struct(NAMES, Collections.nCopies(NAMES.size(), CifType.INT));
    for (int i = 0; i < NAMES.size(); i++) {
      assertEquals(i, struct.fieldIndex(NAMES.get(i)));
    }
    assertEquals(7, struct.fieldIndex("K"));
    assertEquals(-1, struct.fieldIndex("t"));
  }
}
