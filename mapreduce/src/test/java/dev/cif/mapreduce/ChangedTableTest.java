package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job sees the changes that were committed before it was planned, in all split-directories. */
class ChangedTableTest {
  private static final int SPLITS = 3;
  private static final int ROWS = 20;
  private static final Schema SCHEMA =
      SchemaBuilder.record("row").fields().requiredLong("n").endRecord();

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path table;

  @BeforeEach
  void write() throws IOException {
    table = new Path(folder.toURI().toString(), "table");
    for (int split = 0; split < SPLITS; split++) {
      List<GenericRecord> rows = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        GenericRecord record = new GenericData.Record(SCHEMA);
        record.put("n", 0L);
        rows.add(record);
      }
      Scans.write(new Path(table, "part=" + split), SCHEMA, rows);
    }
  }

  private void change(long value) throws IOException {
    FileSystem fs = table.getFileSystem(conf);
    try (TableChange change = TableChange.begin(fs, table, List.of("n"))) {
      for (Path place : SplitDirectories.list(fs, table)) {
        try (SplitReader split = SplitReader.open(fs, place);
            AddedColumnWriter writer =
                AddedColumnWriter.create(
                    fs,
                    split,
                    "n",
                    CifType.BIGINT,
                    ColumnOptions.DEFAULT,
                    List.of(),
                    change.id())) {
          for (int row = 0; row < ROWS; row++) {
            ((LongVector) writer.vector()).append(value);
            writer.endRow();
          }
          writer.finish().addTo(change);
        }
      }
      change.commit();
    }
  }

  /** Returns the values that tasks in other processes read. */
  private Set<Object> values(List<ColumnSplit> splits) throws IOException {
    Set<Object> values = new TreeSet<>();
    int rows = 0;
    for (ColumnSplit split : splits) {
      DataOutputBuffer out = new DataOutputBuffer();
      split.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      ColumnSplit sent = new ColumnSplit();
      sent.readFields(in);
      try (ColumnScan scan = ColumnScan.open(conf, sent, (group, name, n) -> {})) {
        IndexedRecord record = scan.newRecord();
        while (scan.next(record)) {
          values.add(record.get(0));
          rows++;
        }
      }
    }
    assertEquals(SPLITS * ROWS, rows);
    return values;
  }

  @Test
  void tasks_readWhatWasCommittedWhenTheJobWasPlanned() throws IOException {
    List<ColumnSplit> first = ColumnSplit.plan(conf, new Path[] {table});
    change(1);
    List<ColumnSplit> second = ColumnSplit.plan(conf, new Path[] {table});
    change(2);
    assertEquals(Set.of(0L), values(first));
    assertEquals(Set.of(1L), values(second));
    assertEquals(Set.of(2L), values(ColumnSplit.plan(conf, new Path[] {table})));
  }
}
