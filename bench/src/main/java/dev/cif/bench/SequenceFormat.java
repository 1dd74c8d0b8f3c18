package dev.cif.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.VersionInfo;

/** Hadoop's SequenceFile as in the paper: no key, a Writable record, uncompressed. */
final class SequenceFormat implements FormatUnderTest {
  private final String name;
  private final String map;
  private final Function<Boolean, SequenceRecord> record;
  private final Configuration conf = new Configuration();

  private SequenceFormat(String name, String map, Function<Boolean, SequenceRecord> record) {
    this.name = name;
    this.map = map;
    this.record = record;
  }

  /** The map column becomes a {@code HashMap}, as a MapReduce program would have it. */
  static SequenceFormat maps() {
    return new SequenceFormat("seq", "map as a java.util.HashMap", MapRecord::new);
  }

  /** The map column is read into reused arrays. */
  static SequenceFormat flat() {
    return new SequenceFormat("seq-flat", "map as reused arrays", FlatRecord::new);
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
  public void write(DataSet data, long rows, Path directory) throws IOException {
    SequenceRecord value = record.apply(data.textMap());
    DataSet.Generator generator = data.open();
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file(directory)),
            SequenceFile.Writer.keyClass(NullWritable.class),
            SequenceFile.Writer.valueClass(value.getClass()),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      for (long r = 0; r < rows; r++) {
        generator.next(value.row);
        writer.append(NullWritable.get(), value);
      }
    }
  }

  /** A SequenceFile has no columns: every scan reads whole records. */
  @Override
  public long scan(DataSet data, Path directory, Projection projection) throws IOException {
    SequenceRecord value = record.apply(data.textMap());
    Checksum checksum = new Checksum();
    int[] columns = projection.columns();
    try (SequenceFile.Reader reader = open(directory)) {
      while (reader.next(NullWritable.get(), value)) {
        checksum.rows(1);
        for (int column : columns) {
          if (column < Row.STRINGS) {
            Text string = value.strings[column];
            checksum.add(column, string.getBytes(), 0, string.getLength());
          } else if (column < Row.MAP_COLUMN) {
            checksum.add(column, value.ints[column - Row.STRINGS]);
          } else {
            value.addMap(checksum);
          }
        }
      }
    }
    return checksum.answer();
  }

  @Override
  public long lookup(DataSet data, Path directory, String key) throws IOException {
    SequenceRecord value = record.apply(data.textMap());
    Lookup lookup = new Lookup(key);
    try (SequenceFile.Reader reader = open(directory)) {
      while (reader.next(NullWritable.get(), value)) {
        value.lookup(lookup);
      }
    }
    return lookup.answer();
  }

  private SequenceFile.Reader open(Path directory) throws IOException {
    return new SequenceFile.Reader(conf, SequenceFile.Reader.file(file(directory)));
  }

  private static org.apache.hadoop.fs.Path file(Path directory) {
    return new org.apache.hadoop.fs.Path(directory.resolve("part-00000").toUri());
  }
}
