package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input and settings that are wrong fail with what is wrong and where; none is read as another. */
class BadInputTest {
  private static final Schema OLD =
      SchemaBuilder.record("r").fields().requiredInt("a").requiredString("b").endRecord();
  private static final Schema NEW =
      SchemaBuilder.record("r")
          .fields()
          .requiredLong("a")
          .requiredString("b")
          .requiredInt("c")
          .endRecord();

  @TempDir File folder;
  private final Configuration job = new Configuration();
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = new Path(new File(folder, "in").toURI());
    Scans.write(new Path(input, "s0"), OLD, rows(OLD, 1, "one"));
    Scans.write(new Path(input, "s1"), NEW, rows(NEW, 2L, "two", 3));
  }

  private static List<GenericRecord> rows(Schema schema, Object... values) {
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      row.put(i, values[i]);
    }
    return List.of(row);
  }

  private CifException fails() {
    return assertThrows(CifException.class, () -> Scans.read(job, input));
  }

  private static void says(Exception e, String... parts) {
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  @Test
  void unknownColumnNamesThoseThatThereAre() {
    ScanOptions.setColumns(job, "a, colour");
    says(fails(), ScanOptions.COLUMNS, "[colour]", "[a, b, c]");
  }

  @Test
  void emptyAndRepeatedNamesAreRefused() {
    ScanOptions.setColumns(job, "a,,b");
    says(fails(), "'a,,b'");
    ScanOptions.setColumns(job, "a, A");
    says(fails(), "'A' twice");
  }

  @Test
  void columnThatSomeSplitsLackIsNullThereAndTypesWiden() throws IOException {
    List<IndexedRecord> read = Scans.read(job, input);
    assertEquals("[1, one, null]", fields(read.get(0)));
    assertEquals("[2, two, 3]", fields(read.get(1)));
    assertEquals(1L, read.get(0).get(0));
  }

  private static String fields(IndexedRecord record) {
    List<Object> values = new ArrayList<>();
    record.getSchema().getFields().forEach(f -> values.add(record.get(f.pos())));
    return values.toString();
  }

  @Test
  void columnThatSomeSplitsLackIsTheFieldsDefaultThere() throws IOException {
    Schema schema =
        SchemaBuilder.record("r").fields().name("c").type().intType().intDefault(9).endRecord();
    ScanOptions.setReadSchema(job, schema);
    List<String> read = Scans.read(job, input).stream().map(BadInputTest::fields).toList();
    assertEquals(List.of("[9]", "[3]"), read);
    ScanOptions.setReadSchema(job, SchemaBuilder.record("r").fields().requiredInt("c").endRecord());
    says(fails(), "s0", "'c'", "default");
  }

  @Test
  void typesThatDoNotGoTogetherNameBothPlaces() throws IOException {
    Schema other = SchemaBuilder.record("r").fields().requiredDouble("b").endRecord();
    Scans.write(new Path(input, "s2"), other, rows(other, 1.5));
    says(fails(), "s2", "'b'", "double", "string", "s0", "setReadSchema");
    ScanOptions.setColumns(job, "a");
    assertEquals(3, Scans.read(job, input).size());
  }

  @Test
  void splitDirectoryThatDisappearsFailsTheTaskThatReadsIt() throws IOException {
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    FileSystem fs = input.getFileSystem(job);
    assertTrue(fs.delete(new Path(input, "s1"), true));
    try (ColumnScan scan = ColumnScan.open(job, splits.get(1), (group, name, n) -> {})) {
      IndexedRecord record = scan.newRecord();
      says(assertThrows(CifException.class, () -> scan.next(record)), "s1", "schema.cif");
    }
  }

  @Test
  void columnFileThatDisappearsFailsWhenTheColumnIsAskedFor() throws IOException {
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    FileSystem fs = input.getFileSystem(job);
    assertTrue(fs.delete(new Path(input, "s0/2-b.col"), false));
    try (ColumnScan scan = ColumnScan.open(job, splits.get(0), (group, name, n) -> {})) {
      Record record = (Record) scan.newRecord();
      assertTrue(scan.next(record));
      assertEquals(1L, record.get("a"));
      assertThrows(UncheckedIOException.class, () -> record.get("b"));
    }
  }

  @Test
  void inputThatDoesNotExistIsHadoopsError() {
    Path missing = new Path(input, "missing");
    assertThrows(InvalidInputException.class, () -> Scans.read(job, missing));
  }

  @Test
  void settingsThatAreNotAllowedSayWhatIs() {
    job.set(ScanOptions.RECORD, "fast");
    says(fails(), ScanOptions.RECORD, "fast", "lazy", "eager");
    job.unset(ScanOptions.RECORD);
    job.set(ScanOptions.SPLIT_SIZE, "much");
    says(fails(), ScanOptions.SPLIT_SIZE, "much");
    job.unset(ScanOptions.SPLIT_SIZE);
    job.set(ScanOptions.COUNTED_COLUMNS, "-1");
    says(fails(), ScanOptions.COUNTED_COLUMNS, "-1");
    job.unset(ScanOptions.COUNTED_COLUMNS);
    job.set(ScanOptions.PREDICATE, "{\"op\":\"LIKE\",\"column\":\"b\",\"values\":[null]}");
    says(fails(), ScanOptions.PREDICATE, "LIKE");
  }

  @Test
  void outputWithoutSchemaOrWithABadOptionIsRefused() {
    Path place = new Path(input.getParent(), "out");
    says(
        assertThrows(CifException.class, () -> ColumnTaskWriter.open(job, place)),
        OutputOptions.SCHEMA,
        "setSchema");
    OutputOptions.setSchema(job, OLD);
    job.set("cif.layout.a", "round");
    says(
        assertThrows(CifException.class, () -> ColumnTaskWriter.open(job, place)),
        "cif.layout.a",
        "round");
    job.set("cif.layout.a", "dcsl");
    says(assertThrows(CifException.class, () -> ColumnTaskWriter.open(job, place)), "'a'", "maps");
  }

  @Test
  void olderInterfaceRefusesAnotherCommitter() {
    JobConf older = new JobConf(job);
    OutputOptions.setSchema(older, OLD);
    dev.cif.mapred.ColumnOutputFormat.setOutputPath(older, new Path(input.getParent(), "out"));
    says(
        assertThrows(
            CifException.class,
            () -> new dev.cif.mapred.ColumnOutputFormat().checkOutputSpecs(null, older)),
        "committer",
        "setSchema");
  }

  @Test
  void recordWithOtherFieldsIsRefused() throws IOException {
    OutputOptions.setSchema(job, OLD);
    Path place = new Path(input.getParent(), "out");
    ColumnTaskWriter out = ColumnTaskWriter.open(job, place);
    GenericRecord more = rows(NEW, 2L, "two", 3).get(0);
    says(assertThrows(CifException.class, () -> out.write(more)), "[c]");
    assertThrows(CifException.class, out::close);
  }
}
