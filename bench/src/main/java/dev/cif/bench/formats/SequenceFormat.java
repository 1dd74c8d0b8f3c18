package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.DataSet;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Projection;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.VersionInfo;

/** Hadoop's SequenceFile as in the paper: no key, a Writable record, uncompressed. */
final class SequenceFormat implements FormatUnderTest {
  /** Record with access to the wanted values. */
  interface Values {
    /** Returns the record that reads the bytes of each row. */
    Writable record();

    /** Returns the {@link Checksum#of} of the row's value of a column. */
    long of(int column);

    void find(Lookup lookup);
  }

  private final String name;
  private final String map;
  private final Function<RowData, Values> values;
  private final Configuration conf = new Configuration();

  private SequenceFormat(String name, String map, Function<RowData, Values> values) {
    this.name = name;
    this.map = map;
    this.values = values;
  }

  /** Returns a format whose map column becomes a {@code HashMap}, as in a MapReduce program. */
  static SequenceFormat maps() {
    return new SequenceFormat("seq", "map as a java.util.HashMap", Objects::of);
  }

  /** Returns a format whose map column is read into reused arrays. */
  static SequenceFormat flat() {
    return new SequenceFormat(
        "seq-flat", "map as reused arrays", data -> new FlatRecord(data.textMap()));
  }

  /** Values as objects. */
  private record Objects(SequenceRecord record) implements Values {
    static Objects of(RowData data) {
      return new Objects(new SequenceRecord(data.schema()));
    }

    @Override
    public long of(int column) {
      return Checksum.of(record.get(column));
    }

    @Override
    public void find(Lookup lookup) {
      Object found = ((Map<?, ?>) record.get(Row.MAP_COLUMN)).get(new Text(lookup.key()));
      if (found != null) {
        lookup.found(Checksum.of(found));
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "Hadoop " + VersionInfo.getVersion() + " SequenceFile, uncompressed, " + map;
  }

  @Override
  public void write(RowData data, long rows, Path directory) throws IOException {
    DataSet.Rows source = data.rows();
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(directory.toUri());
    try (Storage.Sink sink = Storages.SEQ.create(conf, folder, 0, data.schema())) {
      for (long r = 0; r < rows; r++) {
        sink.write(source.next());
      }
    }
  }

  /** Scans whole records: a SequenceFile has no columns. */
  @Override
  public long scan(RowData data, Path directory, Projection projection) throws IOException {
    Values row = values.apply(data);
    Checksum checksum = new Checksum();
    int[] columns = projection.columns();
    try (SequenceFile.Reader reader = open(directory)) {
      while (reader.next(NullWritable.get())) {
        reader.getCurrentValue(row.record());
        checksum.rows(1);
        for (int column : columns) {
          checksum.add(column, row.of(column));
        }
      }
    }
    return checksum.answer();
  }

  @Override
  public long lookup(RowData data, Path directory, String key) throws IOException {
    Values row = values.apply(data);
    Lookup lookup = new Lookup(key);
    try (SequenceFile.Reader reader = open(directory)) {
      while (reader.next(NullWritable.get())) {
        reader.getCurrentValue(row.record());
        row.find(lookup);
      }
    }
    return lookup.answer();
  }

  private SequenceFile.Reader open(Path directory) throws IOException {
    return new SequenceFile.Reader(
        conf,
        SequenceFile.Reader.file(
            new org.apache.hadoop.fs.Path(directory.resolve("part-00000.seq").toUri())));
  }
}
