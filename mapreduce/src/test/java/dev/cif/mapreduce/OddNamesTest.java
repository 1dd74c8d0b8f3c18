package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.util.Collections;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns whose names Avro does not allow, or that a list of names would take apart. */
class OddNamesTest {
  private static final List<String> NAMES =
      List.of("a,b", "a:b", "a/b", "a\0b", "a b", "`", "..", "a\nb", "a.b", "a_b");

  @TempDir File folder;

  @Test
  void columnsOfAnyNames_areRead_andNoneIsTakenForAnother() throws Exception {
    Configuration conf = new Configuration();
    Path input = new Path(folder.toURI());
    CifSchema schema = CifSchema.of(NAMES, Collections.nCopies(NAMES.size(), CifType.INT));
    try (SplitWriter writer =
        SplitWriter.create(
            input.getFileSystem(conf), new Path(input, "s"), schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < NAMES.size(); i++) {
        ((LongVector) writer.column(i)).append(i);
      }
      writer.endRow();
    }
    for (String kind : List.of("lazy", "eager")) {
      conf.set(ScanOptions.RECORD, kind);
      IndexedRecord row = Scans.read(conf, input).get(0);
      for (int i = 0; i < NAMES.size(); i++) {
        assertEquals(i, row.get(i), NAMES.get(i));
      }
    }
    ScanOptions.setColumns(conf, "a/b, a:b");
    assertEquals(2, Scans.read(conf, input).get(0).get(0));
    ScanOptions.setColumns(conf, "a,b");
    String message = assertThrows(CifException.class, () -> Scans.read(conf, input)).getMessage();
    assertTrue(message.contains("[a, b]"), message);
  }
}
