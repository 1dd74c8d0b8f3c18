package dev.cif.mapreduce.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.Predicate;
import dev.cif.mapreduce.Scans;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lazy records give the values that were written, whichever rows are asked for. */
class ReadAheadTest {
  private static final int ROWS = 3000;

  private static final Schema SCHEMA =
      SchemaBuilder.record("Row")
          .fields()
          .requiredInt("id")
          .optionalInt("int")
          .optionalLong("long")
          .optionalFloat("float")
          .optionalDouble("double")
          .optionalBoolean("boolean")
          .optionalString("text")
          .optionalBytes("bytes")
          .name("day")
          .type(LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT)))
          .noDefault()
          .endRecord();

  @TempDir File folder;
  private final List<GenericRecord> rows = new ArrayList<>();
  private Path place;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(11);
    for (int i = 0; i < ROWS; i++) {
      GenericRecord row = new GenericData.Record(SCHEMA);
      row.put("id", i);
      row.put("day", random.nextInt(20_000));
      Object[] values = {
        random.nextInt(),
        random.nextLong(),
        random.nextFloat(),
        random.nextDouble(),
        random.nextBoolean(),
        "text " + random.nextInt(1000),
        ByteBuffer.wrap(new byte[] {(byte) i, 2, 3})
      };
      for (int k = 0; k < values.length; k++) {
        row.put(k + 1, random.nextInt(5) == 0 ? null : values[k]);
      }
      rows.add(row);
    }
    place = new Path(new File(folder, "split").toURI());
    Scans.write(place, SCHEMA, rows);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1025})
  void everyNthRow(int n) throws IOException {
    readsBack(i -> i % n == 0);
  }

  @Test
  void piecesOfRandomLength() throws IOException {
    Random random = new Random(12);
    boolean[] wanted = new boolean[ROWS];
    for (int i = 0; i < ROWS; ) {
      int end = Math.min(ROWS, i + 1 + random.nextInt(1 << random.nextInt(12)));
      boolean want = random.nextBoolean();
      for (; i < end; i++) {
        wanted[i] = want;
      }
    }
    readsBack(i -> wanted[i]);
  }

  @Test
  void eachColumnInItsOwnRows() throws IOException {
    Configuration job = new Configuration();
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {place})) {
      try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
        IndexedRecord record = scan.newRecord();
        for (int i = 0; scan.next(record); i++) {
          int field = i * 31 / 7 % SCHEMA.getFields().size();
          found.add(i + " " + field + " " + record.get(field));
          expected.add(i + " " + field + " " + rows.get(i).get(field));
        }
      }
    }
    assertEquals(expected, found);
  }

  @Test
  void nothingIsDecodedBehindTheRowsThatAPredicateLeaves() throws IOException {
    Configuration job = new Configuration();
    job.set("cif.mapreduce.columns", "id");
    Map<String, Long> counters = new HashMap<>();
    Path blocks = new Path(new File(folder, "blocks").toURI());
    Configuration write = new Configuration();
    write.set("cif.block.rows", "100");
    OutputOptions.setSchema(write, SCHEMA);
    try (ColumnTaskWriter out = ColumnTaskWriter.open(write, blocks)) {
      for (GenericRecord row : rows) {
        out.write(row);
      }
    }
    ScanOptions.setPredicate(job, Predicate.between("id", 1000, 1299), false);
    assertEquals(300, Scans.read(job, blocks, counters).size());
    assertEquals(300, counters.get(ScanCounters.VALUES_DECODED));
  }

  private void readsBack(IntPredicate wanted) throws IOException {
    Configuration job = new Configuration();
    Map<String, Long> counters = new HashMap<>();
    List<Object> found = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    long asked = 0;
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {place})) {
      ScanCounters.Sink sink = (group, name, n) -> counters.merge(name, n, Long::sum);
      try (ColumnScan scan = ColumnScan.open(job, split, sink)) {
        IndexedRecord record = scan.newRecord();
        for (int i = 0; scan.next(record); i++) {
          if (wanted.test(i)) {
            asked++;
            found.add(GenericData.get().deepCopy(record.getSchema(), record).toString());
            expected.add(rows.get(i).toString());
          }
        }
      }
    }
    assertEquals(expected, found);
    long decoded = counters.get(ScanCounters.ofColumn("id", ScanCounters.VALUES_DECODED));
    assertTrue(decoded >= asked && decoded <= 2 * asked, decoded + " decoded for " + asked);
  }
}
