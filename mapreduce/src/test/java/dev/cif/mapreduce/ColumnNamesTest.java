package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs compare names as FORMAT.md section 3 has it: A to Z without case, no other letter. */
class ColumnNamesTest {
  private static final List<String> NAMES =
      List.of("\u00c4RGER", "\u00e4rger", "\u017f", "s", "\u212a", "k");

  @TempDir File folder;

  @Test
  void read_namesBeyondAscii_areToldApart() throws Exception {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Row").fields();
    NAMES.forEach(fields::requiredInt);
    Schema schema = fields.endRecord();
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < NAMES.size(); i++) {
      row.put(i, i);
    }
    Path place = new Path(new File(folder, "split").toURI());
    Scans.write(place, schema, List.of(row));

    Configuration job = new Configuration();
    ScanOptions.setReadSchema(job, schema);
    assertEquals(List.of(0, 1, 2, 3, 4, 5), values(Scans.read(job, place).get(0)));
    ScanOptions.setColumns(job, "K, \u00c4rger, S");
    assertEquals(List.of(5, 0, 3), values(Scans.read(job, place).get(0)));
    ScanOptions.setColumns(job, "\u00c4RG\u00cbR");
    assertThrows(CifException.class, () -> Scans.read(job, place));
  }

  private static List<Object> values(IndexedRecord record) {
    List<Object> values = new ArrayList<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      values.add(record.get(field.pos()));
    }
    return values;
  }
}
