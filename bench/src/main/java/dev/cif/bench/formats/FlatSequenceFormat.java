package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * SequenceFile whose fastest reader does the least work that a Writable can do: it reads the bytes
 * of a {@link SequenceRecord} into reused arrays, and makes no map.
 */
final class FlatSequenceFormat extends SequenceFormat {
  private static final int MOST_ENTRIES = 64;

  FlatSequenceFormat(String name) {
    super(name, CompressionType.NONE, false);
  }

  @Override
  String map() {
    return "map as reused arrays";
  }

  /** Field, or one side of a map's entries. */
  private static final class Values {
    private final boolean isText;
    private final Text[] texts;
    private final int[] numbers;

    Values(Schema type, int most) {
      isText = type.getType() == Schema.Type.STRING;
      texts = new Text[isText ? most : 0];
      java.util.Arrays.setAll(texts, i -> new Text());
      numbers = new int[isText ? 0 : most];
    }

    void read(DataInput in, int i) throws IOException {
      if (isText) {
        texts[i].readFields(in);
      } else {
        numbers[i] = in.readInt();
      }
    }

    long of(int i) {
      return isText ? Checksum.hash(texts[i].getBytes(), 0, texts[i].getLength()) : numbers[i];
    }
  }

  /** Record of strings, integers, and one map after them. */
  private static final class FlatRecord implements Writable {
    private final Values[] scalars;
    private final Values keys = new Values(Schema.create(Schema.Type.STRING), MOST_ENTRIES);
    private final Values values;
    private int entries;

    FlatRecord(Schema schema) {
      scalars = new Values[schema.getFields().size() - 1];
      java.util.Arrays.setAll(scalars, c -> new Values(schema.getFields().get(c).schema(), 1));
      values =
          new Values(schema.getFields().get(scalars.length).schema().getValueType(), MOST_ENTRIES);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      for (Values scalar : scalars) {
        scalar.read(in, 0);
      }
      entries = WritableUtils.readVInt(in);
      for (int e = 0; e < entries; e++) {
        keys.read(in, e);
        values.read(in, e);
      }
    }

    @Override
    public void write(DataOutput out) {
      throw new UnsupportedOperationException("it only reads");
    }

    long of(int column) {
      if (column < scalars.length) {
        return scalars[column].of(0);
      }
      long sum = 0;
      for (int e = 0; e < entries; e++) {
        sum +=
            values.isText
                ? Checksum.entry(keys.of(e), values.of(e))
                : Checksum.entry(keys.of(e), values.numbers[e]);
      }
      return sum;
    }
  }

  /** Work on a record. */
  private interface Work {
    void on(FlatRecord row);
  }

  private void each(Configuration conf, Path folder, Schema schema, Work work) throws IOException {
    FlatRecord row = new FlatRecord(schema);
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(file(folder, 0)))) {
      while (reader.next(NullWritable.get())) {
        reader.getCurrentValue(row);
        work.on(row);
      }
    }
  }

  /** Scans whole records: a SequenceFile has no columns. */
  @Override
  public long scan(Configuration conf, Path folder, Schema schema, int... columns)
      throws IOException {
    Checksum checksum = new Checksum(schema);
    each(
        conf,
        folder,
        schema,
        row -> {
          checksum.rows(1);
          for (int column : columns) {
            checksum.add(column, row.of(column));
          }
        });
    return checksum.answer();
  }

  @Override
  public long lookup(Configuration conf, Path folder, Schema schema, int column, String key)
      throws IOException {
    Lookup lookup = new Lookup(key);
    each(
        conf,
        folder,
        schema,
        row -> {
          for (int e = 0; e < row.entries; e++) {
            Text text = row.keys.texts[e];
            if (lookup.matches(text.getBytes(), 0, text.getLength())) {
              lookup.found(row.values.of(e));
            }
          }
        });
    return lookup.answer();
  }
}
