package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/**
 * Parquet's reader with converters that fill one reused row. It creates no object a record, which
 * is the least work that its record API allows.
 */
final class ParquetDirect implements ParquetFormat.Model<ParquetDirect.Values[]> {
  private static final int LEAST_ROOM = 16;

  /** Values of one field of a row, or of one side of its map; valid until the next row is read. */
  static final class Values extends PrimitiveConverter {
    private long[] numbers = new long[LEAST_ROOM];
    private Binary[] texts = new Binary[LEAST_ROOM];
    private boolean isText;
    private int count;

    /** Values of the map's entries; null unless the field is a map. */
    private Values ofEntries;

    private int next() {
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
        texts = Arrays.copyOf(texts, 2 * count);
      }
      return count++;
    }

    @Override
    public void addInt(int value) {
      numbers[next()] = value;
    }

    @Override
    public void addLong(long value) {
      numbers[next()] = value;
    }

    @Override
    public void addBinary(Binary value) {
      isText = true;
      texts[next()] = value;
    }

    /** Returns the {@link Checksum#of} of a value. */
    long of(int i) {
      return isText ? Checksum.hash(texts[i].toByteBuffer()) : numbers[i];
    }
  }

  @Override
  public String title() {
    return "converters of our own, no objects";
  }

  @Override
  public ReadSupport<Values[]> readSupport(Configuration conf, MessageType projection) {
    return new ReadSupport<>() {
      @Override
      public ReadContext init(InitContext context) {
        return new ReadContext(projection);
      }

      @Override
      @SuppressWarnings("deprecation") // abstract in ReadSupport: there is no other to override
      public RecordMaterializer<Values[]> prepareForRead(
          Configuration c, Map<String, String> metadata, MessageType file, ReadContext context) {
        return new Materializer(projection);
      }
    };
  }

  @Override
  public void add(Checksum checksum, Values[] row, int[] columns) {
    for (int field = 0; field < columns.length; field++) {
      Values values = row[field];
      Values ofEntries = values.ofEntries;
      long sum = ofEntries == null ? values.of(0) : 0;
      for (int e = 0; ofEntries != null && e < values.count; e++) {
        sum +=
            ofEntries.isText
                ? Checksum.entry(values.of(e), ofEntries.of(e))
                : Checksum.entry(values.of(e), (int) ofEntries.of(e));
      }
      checksum.add(columns[field], sum);
    }
  }

  @Override
  public void find(Lookup lookup, Values[] row) {
    Values keys = row[0];
    for (int e = 0; e < keys.count; e++) {
      if (lookup.matches(keys.texts[e].toByteBuffer())) {
        lookup.found(keys.ofEntries.of(e));
        return;
      }
    }
  }

  private static final class Materializer extends RecordMaterializer<Values[]> {
    private final Values[] row;
    private final GroupConverter root;

    Materializer(MessageType projection) {
      row = new Values[projection.getFieldCount()];
      Converter[] converters = new Converter[row.length];
      for (int f = 0; f < row.length; f++) {
        row[f] = new Values();
        converters[f] = row[f];
        if (!projection.getType(f).isPrimitive()) {
          row[f].ofEntries = new Values();
          converters[f] = new Nested(() -> {}, new Nested(() -> {}, row[f], row[f].ofEntries));
        }
      }
      root = new Nested(this::clear, converters);
    }

    private void clear() {
      for (Values values : row) {
        values.count = 0;
        if (values.ofEntries != null) {
          values.ofEntries.count = 0;
        }
      }
    }

    @Override
    public Values[] getCurrentRecord() {
      return row;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private static final class Nested extends GroupConverter {
    private final Runnable atStart;
    private final Converter[] children;

    Nested(Runnable atStart, Converter... children) {
      this.atStart = atStart;
      this.children = children;
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return children[fieldIndex];
    }

    @Override
    public void start() {
      atStart.run();
    }

    @Override
    public void end() {}
  }
}
