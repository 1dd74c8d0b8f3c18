package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of other types are read as the type that holds all of them: FORMAT.md section 4.1. */
class DifferingTypesTest {
  private static final Schema BOTH =
      SchemaBuilder.record("both").fields().requiredInt("a").requiredLong("b").endRecord();
  private static final Schema LAST =
      SchemaBuilder.record("last").fields().requiredInt("B").endRecord();

  @TempDir File folder;

  private static GenericRecord row(Schema schema, Object... values) {
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      row.put(i, values[i]);
    }
    return row;
  }

  private void write(String split, GenericRecord value, double number) throws IOException {
    Schema schema =
        SchemaBuilder.record("r")
            .fields()
            .name("s")
            .type(value.getSchema())
            .noDefault()
            .requiredDouble("n")
            .endRecord();
    Scans.write(
        new Path(folder.toURI().toString(), split), schema, List.of(row(schema, value, number)));
  }

  @Test
  void fieldsAreMatchedByName_thoseThatAreMissingAreNull() throws IOException {
    write("x", row(LAST, 3), 1.5);
    write("y", row(BOTH, 1, 2L), 2.5);
    for (String kind : List.of("lazy", "eager")) {
      Configuration job = new Configuration();
      job.set(ScanOptions.RECORD, kind);
      assertEquals(
          "[{\"s\": {\"B\": 3, \"a\": null}, \"n\": 1.5}, {\"s\": {\"B\": 2, \"a\": 1}, \"n\": 2.5}]",
          Scans.read(job, new Path(folder.toURI())).toString());
    }
  }
}
