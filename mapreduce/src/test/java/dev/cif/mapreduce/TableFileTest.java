package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.tables.GoldenTables;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs read a table as its table file says, here that of the golden table. */
class TableFileTest {
  private static final Path TABLE =
      new Path(
          java.nio.file.Path.of("../testdata/tables/history").toAbsolutePath().normalize().toUri());

  private static Configuration job(String record, String columns) {
    Configuration job = new Configuration();
    job.set(ScanOptions.RECORD, record);
    job.set(ScanOptions.COLUMNS, columns);
    return job;
  }

  /** Reads by tasks in other processes. */
  private static List<String> read(Configuration job, Path input) throws IOException {
    List<String> rows = new ArrayList<>();
    for (ColumnSplit planned : ColumnSplit.plan(job, new Path[] {input})) {
      DataOutputBuffer out = new DataOutputBuffer();
      planned.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      ColumnSplit split = new ColumnSplit();
      split.readFields(in);
      try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
        IndexedRecord record = scan.newRecord();
        while (scan.next(record)) {
          List<String> cells = new ArrayList<>();
          for (int i = 0; i < record.getSchema().getFields().size(); i++) {
            cells.add(String.valueOf(record.get(i)));
          }
          rows.add(String.join(",", cells));
        }
      }
    }
    return rows.stream().sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void columns_areThoseOfTheTable(String record) throws IOException {
    assertEquals(
        List.of(
            "0,h0,7,null,1",
            "1,h1,7,null,1",
            "2,h2,7,null,null",
            "3,h3,7,null,null",
            "4,h4,104,new 4,2",
            "5,h5,105,new 5,2"),
        read(job(record, "id,host,b,note,k"), TABLE));
    assertEquals(
        List.of("h0,18628", "h1,18628"),
        read(job(record, "host,dt"), new Path(TABLE, "dt=2021-01-01")));
    CifException e = assertThrows(CifException.class, () -> read(job(record, "id,h"), TABLE));
    assertTrue(e.getMessage().contains("[h]"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void conditions_areOfTheTablesValues(String record) throws IOException {
    Configuration job = job(record, "id");
    Predicate both =
        new Predicate.And(
            List.of(
                Predicate.compare("b", Predicate.Op.EQ, 7L),
                Predicate.compare("k", Predicate.Op.EQ, 1L)));
    ScanOptions.setPredicate(job, both, true);
    assertEquals(List.of("0", "1"), read(job, TABLE));
  }

  @Test
  void output_hasTheTablesKeys_andNoOtherColumns(@TempDir java.nio.file.Path folder)
      throws IOException {
    GoldenTables.copyHistory(folder);
    Path output = new Path(folder.toUri().toString(), "dt=2022-01-01/k=9");
    Schema schema =
        SchemaBuilder.record("row").fields().requiredString("note").requiredLong("id").endRecord();
    Configuration job = new Configuration();
    job.set(FileOutputFormat.OUTDIR, output.toString());
    OutputOptions.setSchema(job, schema);
    try (ColumnTaskWriter writer = ColumnTaskWriter.open(job, new Path(output, "part-0"))) {
      GenericRecord row = new GenericData.Record(schema);
      row.put("note", "mine");
      row.put("id", 9L);
      writer.write(row);
    }
    assertEquals(
        List.of("9,null,7,mine,9"),
        read(job("eager", "id,host,b,note,k"), new Path(output.toString())));
    OutputOptions.setSchema(
        job, SchemaBuilder.record("row").fields().requiredLong("other").endRecord());
    CifException e = assertThrows(CifException.class, () -> ColumnTaskWriter.check(job));
    assertTrue(e.getMessage().contains("'other'"), e.getMessage());
  }
}
