package dev.cif.mapreduce.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and maps of lazy records are what was written, whatever a program does with them. */
class AdaptiveValuesTest {
  private static final int ROWS = 4000;

  private static final Schema SCHEMA =
      SchemaBuilder.record("Row")
          .fields()
          .name("map")
          .type(optional(Schema.createMap(optional(Schema.create(Schema.Type.INT)))))
          .noDefault()
          .name("list")
          .type(Schema.createArray(Schema.create(Schema.Type.STRING)))
          .noDefault()
          .name("deep")
          .type(Schema.createMap(Schema.createArray(Schema.create(Schema.Type.DOUBLE))))
          .noDefault()
          .endRecord();

  @TempDir File folder;
  private int written;

  private static Schema optional(Schema schema) {
    return Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
  }

  private static List<GenericRecord> rows() {
    Random random = new Random(5);
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Map<String, Integer> map = new LinkedHashMap<>();
      Map<String, List<Double>> deep = new LinkedHashMap<>();
      List<String> list = new ArrayList<>();
      for (int k = random.nextInt(6); k > 0; k--) {
        map.put("k" + random.nextInt(20), random.nextInt(4) == 0 ? null : random.nextInt());
        deep.put("d" + random.nextInt(9), List.of(random.nextDouble(), random.nextDouble()));
        list.add("e" + random.nextInt(50));
      }
      GenericRecord row = new GenericData.Record(SCHEMA);
      row.put("map", random.nextInt(7) == 0 ? null : map);
      row.put("list", list);
      row.put("deep", deep);
      rows.add(row);
    }
    return rows;
  }

  private Path write(List<GenericRecord> rows, String layout) throws IOException {
    Configuration conf = new Configuration();
    conf.set("cif.layout", layout);
    conf.set("cif.block.rows", "700");
    OutputOptions.setSchema(conf, SCHEMA);
    Path place = new Path(new File(folder, "split-" + written++).toURI());
    try (ColumnTaskWriter out = ColumnTaskWriter.open(conf, place)) {
      for (GenericRecord row : rows) {
        out.write(row);
      }
    }
    return place;
  }

  /** Ways in which a program uses the value of a row. */
  private enum Way {
    /** Goes through it. */
    WALK,
    /** Asks for a part. */
    PICK,
    /** Goes through it when the reader is at another row. */
    KEEP,
    /** Nothing. */
    PASS
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "plain", "skiplist"})
  void everyRowIsWalked(String layout) throws IOException {
    expectAll(layout, new Random(1), new Way[] {Way.WALK});
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "plain", "skiplist"})
  void waysMixed(String layout) throws IOException {
    expectAll(layout, new Random(2), Way.values());
    expectAll(layout, new Random(3), new Way[] {Way.WALK, Way.WALK, Way.WALK, Way.KEEP, Way.PICK});
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void oneWayAfterManyWereWalked(Way way) throws IOException {
    expectAll("auto", new Random(4), new Way[] {Way.WALK, way});
  }

  private void expectAll(String layout, Random random, Way[] ways) throws IOException {
    List<GenericRecord> rows = rows();
    Path place = write(rows, layout);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    Configuration job = new Configuration();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {place})) {
      try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
        IndexedRecord record = scan.newRecord();
        Object kept = null;
        Object keptWritten = null;
        Way[] of = {Way.WALK, Way.WALK, Way.WALK};
        for (int i = 0; scan.next(record); i++) {
          for (int field = 0; field < of.length; field++) {
            // For a while the same, so that there is something to decode ahead.
            of[field] = random.nextInt(20) == 0 ? ways[random.nextInt(ways.length)] : of[field];
            Object value = of[field] == Way.PASS ? null : record.get(field);
            Object expectedValue = rows.get(i).get(field);
            switch (of[field]) {
              case WALK -> {
                found.add(text(value));
                expected.add(text(expectedValue));
              }
              case PICK -> {
                found.add(text(part(value, i)));
                expected.add(text(part(expectedValue, i)));
              }
              case KEEP -> {
                found.add(text(kept));
                expected.add(text(keptWritten));
                kept = value;
                keptWritten = expectedValue;
              }
              case PASS -> {}
            }
          }
        }
      }
    }
    assertEquals(expected, found);
    folder
        .toPath()
        .resolve("split")
        .toFile()
        .renameTo(new File(folder, "done-" + System.nanoTime()));
  }

  private static Object part(Object value, int i) {
    if (value instanceof Map<?, ?> map) {
      return map.get((i % 2 == 0 ? "k" : "d") + i % 20);
    }
    return value instanceof List<?> list && !list.isEmpty() ? list.get(i % list.size()) : null;
  }

  /** Texts of maps whose keys are in order, as splits needn't keep the order. */
  private static String text(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, String> sorted = new java.util.TreeMap<>();
      map.forEach((k, v) -> sorted.put(k.toString(), text(v)));
      return sorted.toString();
    }
    return String.valueOf(value);
  }

  @Test
  void valuesThatWereHandedOutStay() throws IOException {
    List<GenericRecord> rows = rows();
    Path place = write(rows, "auto");
    Configuration job = new Configuration();
    List<Object> kept = new ArrayList<>();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {place})) {
      try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
        IndexedRecord record = scan.newRecord();
        while (scan.next(record)) {
          Object map = record.get(0);
          kept.add(map);
          text(map);
        }
      }
    }
    assertEquals(
        rows.stream().map(row -> text(row.get(0))).toList(),
        kept.stream().map(AdaptiveValuesTest::text).toList());
    assertTrue(kept.stream().anyMatch(DecodedMap.class::isInstance), "none was decoded ahead");
  }

  @Test
  void aProgramThatAsksForKeysDecodesNoMore() throws IOException {
    Path place = write(rows(), "auto");
    Map<String, Long> counters = new HashMap<>();
    Configuration job = new Configuration();
    job.set("cif.mapreduce.columns", "map");
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {place})) {
      try (ColumnScan scan =
          ColumnScan.open(job, split, (group, name, n) -> counters.merge(name, n, Long::sum))) {
        IndexedRecord record = scan.newRecord();
        while (scan.next(record)) {
          part(record.get(0), 3);
        }
      }
    }
    long decoded = counters.get(ScanCounters.VALUES_DECODED);
    assertTrue(decoded <= ROWS, decoded + " values decoded for a key of " + ROWS + " maps");
  }

  @Test
  void mapsAndListsDecodedWholeAnswerAsLazyOnesDo() {
    Map<Object, Object> entries = new LinkedHashMap<>();
    entries.put("a", 1);
    entries.put("b", null);
    DecodedMap map = new DecodedMap(entries, true);
    assertEquals(1, map.get("a"));
    assertEquals(1, map.get(new org.apache.avro.util.Utf8("a")));
    assertEquals(1, map.get(java.nio.CharBuffer.wrap("a")));
    assertNull(map.get("b"));
    assertTrue(map.containsKey("b"));
    assertFalse(map.containsKey("c"));
    assertFalse(map.containsKey(1));
    assertThrows(UnsupportedOperationException.class, () -> map.put("c", 1));
    assertFalse(map.isWalked());
    Map<Object, Object> same = new HashMap<>();
    same.put("a", 1);
    same.put("b", null);
    assertEquals(map, same);
    assertTrue(map.isWalked());
    DecodedList list = new DecodedList(new Object[] {1, 2});
    assertEquals(1, list.get(0));
    assertFalse(list.isWalked());
    assertEquals(List.of(1, 2), list);
    assertTrue(list.isWalked());
    assertThrows(UnsupportedOperationException.class, () -> list.set(0, 1));
  }
}
