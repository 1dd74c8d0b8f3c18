package dev.cif.mapreduce;

import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Scans as a job's tasks do them, one after the other, without a job. */
public final class Scans {
  private Scans() {}

  /** Writes one split-directory. */
  public static void write(Path place, Schema schema, List<? extends GenericRecord> rows)
      throws IOException {
    Configuration job = new Configuration();
    OutputOptions.setSchema(job, schema);
    try (ColumnTaskWriter out = ColumnTaskWriter.open(job, place)) {
      for (GenericRecord row : rows) {
        out.write(row);
      }
    }
  }

  /** Copies of all values, in the order of the input; counters are added to {@code counters}. */
  public static List<IndexedRecord> read(Configuration job, Path input, Map<String, Long> counters)
      throws IOException {
    List<IndexedRecord> read = new ArrayList<>();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {input})) {
      ScanCounters.Sink sink = (group, name, n) -> counters.merge(name, n, Long::sum);
      try (ColumnScan scan = ColumnScan.open(job, split, sink)) {
        IndexedRecord record = scan.newRecord();
        while (scan.next(record)) {
          read.add(GenericData.get().deepCopy(record.getSchema(), record));
        }
      }
    }
    return read;
  }

  public static List<IndexedRecord> read(Configuration job, Path input) throws IOException {
    return read(job, input, new HashMap<>());
  }

  /** Changes a byte of a block in the middle of a column's local file. */
  static void damage(File column) throws IOException {
    Files.deleteIfExists(column.toPath().resolveSibling("." + column.getName() + ".crc"));
    try (RandomAccessFile file = new RandomAccessFile(column, "rw")) {
      long middle = file.length() / 2;
      file.seek(middle);
      int was = file.read();
      file.seek(middle);
      file.write(was ^ 0x55);
    }
  }

  /** All rows of a {@link Crawl} below a folder, with its schema, in the order of their making. */
  static List<IndexedRecord> crawl(Configuration conf, Path place) throws IOException {
    Configuration job = new Configuration(conf);
    job.set(ScanOptions.RECORD, "eager");
    ScanOptions.setReadSchema(job, Crawl.SCHEMA);
    List<IndexedRecord> read = read(job, place);
    // Hadoop numbers tasks by the size of their input.
    int time = Crawl.SCHEMA.getField("fetchTime").pos();
    read.sort(Comparator.comparing(r -> (Long) r.get(time)));
    return read;
  }
}
