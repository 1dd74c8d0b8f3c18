package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapreduce.record.LazyRecord;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values are those that Avro's own reader gives from an Avro file of the same rows. */
class ValuesTest {
  private static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "All", "fields": [
                {"name": "flag", "type": "boolean"},
                {"name": "number", "type": ["null", "int"], "default": null},
                {"name": "big", "type": "long"},
                {"name": "half", "type": "float"},
                {"name": "whole", "type": "double"},
                {"name": "text", "type": ["string", "null"]},
                {"name": "data", "type": "bytes"},
                {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}},
                {"name": "key", "type": {"type": "fixed", "name": "Key", "size": 3}},
                {"name": "price", "type":
                  {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 2}},
                {"name": "cost", "type": {"type": "fixed", "name": "Cost", "size": 9,
                  "logicalType": "decimal", "precision": 18, "scale": 3}},
                {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                {"name": "millis", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                {"name": "micros", "type":
                  {"type": "long", "logicalType": "local-timestamp-micros"}},
                {"name": "either", "type": ["null", "long", "string"]},
                {"name": "list", "type": {"type": "array", "items": ["null", "string"]}},
                {"name": "inner", "type": {"type": "record", "name": "Inner", "fields": [
                  {"name": "a", "type": "int"},
                  {"name": "m", "type": {"type": "map", "values": ["null", "long"]}}]}}
              ]}
              """);

  @TempDir File folder;
  private final Configuration job = new Configuration();
  private Path input;
  private List<IndexedRecord> expected;

  private static GenericRecord row(int i) {
    GenericRecord row = new GenericData.Record(SCHEMA);
    row.put("flag", i % 2 == 0);
    row.put("number", i % 3 == 0 ? null : i - 50);
    row.put("big", Long.MIN_VALUE + i);
    row.put("half", i / 2f);
    row.put("whole", i == 1 ? Double.NaN : i / 3.0);
    row.put("text", i % 5 == 0 ? null : "grüße " + i);
    row.put("data", ByteBuffer.wrap(new byte[] {(byte) i, -1}));
    row.put("kind", new GenericData.EnumSymbol(field("kind"), i % 2 == 0 ? "A" : "B"));
    row.put("key", new GenericData.Fixed(field("key"), new byte[] {0, (byte) i, 7}));
    BigInteger unscaled = BigInteger.valueOf(i - 50).multiply(BigInteger.TEN.pow(12));
    row.put("price", ByteBuffer.wrap(unscaled.toByteArray()));
    byte[] nine = new byte[9];
    nine[8] = (byte) i;
    row.put("cost", new GenericData.Fixed(field("cost"), nine));
    row.put("day", -i);
    row.put("millis", -1L - i);
    row.put("micros", 1_300_000_000_123_456L + i);
    row.put("either", i % 3 == 0 ? null : i % 3 == 1 ? (Object) (long) i : "t" + i);
    row.put("list", i % 4 == 0 ? List.of() : java.util.Arrays.asList("x" + i, null));
    GenericRecord inner = new GenericData.Record(field("inner"));
    inner.put("a", i);
    inner.put("m", java.util.Collections.singletonMap("k" + i % 2, i % 7 == 0 ? null : (long) i));
    row.put("inner", inner);
    return row;
  }

  private static Schema field(String name) {
    return SCHEMA.getField(name).schema();
  }

  @BeforeEach
  void write() throws IOException {
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(row(i));
    }
    File file = new File(folder, "rows.avro");
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      out.create(SCHEMA, file);
      for (GenericRecord row : rows) {
        out.append(row);
      }
    }
    expected = new ArrayList<>();
    try (DataFileReader<IndexedRecord> in =
        new DataFileReader<>(file, new GenericDatumReader<>())) {
      in.forEach(expected::add);
    }
    input = new Path(new File(folder, "split").toURI());
    Scans.write(input, SCHEMA, rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void valuesAreThoseOfAvrosReader(String kind) throws IOException {
    job.set(ScanOptions.RECORD, kind);
    ScanOptions.setReadSchema(job, SCHEMA);
    assertEquals(expected, Scans.read(job, input));
  }

  @Test
  void withoutASchemaToReadWithValuesAreThoseOfTheSchemaFile() throws IOException {
    ScanOptions.setColumns(job, "NUMBER, text, kind, either");
    List<IndexedRecord> read = Scans.read(job, input);
    GenericRecord second = (GenericRecord) read.get(1);
    assertEquals(-49, second.get("number"));
    assertEquals(new Utf8("grüße 1"), second.get("text"));
    assertEquals(new Utf8("B"), second.get("kind"));
    // A union of several types is a record with a tag in the schema file (FORMAT.md section 4).
    GenericRecord either = (GenericRecord) second.get("either");
    assertEquals(0, either.get("tag"));
    assertEquals(1L, either.get("tag_0"));
    assertEquals(4, second.getSchema().getFields().size());
    AvroRuntimeException e = assertThrows(AvroRuntimeException.class, () -> lazyRow(1).get("big"));
    assertTrue(e.getMessage().contains("[number, text, kind, either]"), e.getMessage());
  }

  private Record lazyRow(int row) throws IOException {
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
      IndexedRecord record = scan.newRecord();
      for (int i = 0; i <= row; i++) {
        scan.next(record);
      }
      return assertInstanceOf(LazyRecord.class, record);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void mapsAnswerToStringsAndUtf8Alike(String kind) throws IOException {
    job.set(ScanOptions.RECORD, kind);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
      Record record = (Record) scan.newRecord();
      scan.next(record);
      scan.next(record);
      Map<?, ?> map = (Map<?, ?>) ((GenericRecord) record.get("inner")).get("m");
      assertEquals(1L, map.get("k1"));
      assertEquals(1L, map.get(new Utf8("k1")));
      assertNull(map.get("k0"));
      assertEquals(Map.of(new Utf8("k1"), 1L), map);
    }
  }

  @Test
  void generatedClassesGetTheirFieldsAndDefaults() throws IOException {
    ScanOptions.setRecordClass(job, Priced.class);
    ColumnSplit split = ColumnSplit.plan(job, new Path[] {input}).get(0);
    try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
      Priced record = (Priced) scan.newRecord();
      for (int i = 0; scan.next(record); i++) {
        assertEquals(Long.MIN_VALUE + i, record.big());
        assertEquals(i % 5 == 0 ? null : new Utf8("grüße " + i), record.text());
        assertEquals(17, record.lacking());
      }
      assertEquals(100, scan.position());
    }
  }
}
