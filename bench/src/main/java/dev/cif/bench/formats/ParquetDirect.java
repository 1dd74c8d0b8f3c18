package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
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
 * Parquet's reader with converters that fill one reused {@link Row}. It creates no object a record,
 * which is the least work that its record API allows.
 */
final class ParquetDirect implements ParquetFormat.Model<ParquetDirect.Values> {
  /** One row in the converters' arrays; valid until the next row is read. */
  static final class Values {
    final Binary[] strings = new Binary[Row.STRINGS];
    final int[] ints = new int[Row.INTS];
    int entries;
    final Binary[] keys = new Binary[Row.MAX_ENTRIES];
    final int[] numbers = new int[Row.MAX_ENTRIES];
    final Binary[] texts = new Binary[Row.MAX_ENTRIES];
  }

  @Override
  public String suffix() {
    return "-direct";
  }

  @Override
  public String title() {
    return "converters of our own, no objects";
  }

  @Override
  public ReadSupport<Values> readSupport(Configuration conf, RowData data, MessageType projection) {
    return new ReadSupport<>() {
      @Override
      public ReadContext init(InitContext context) {
        return new ReadContext(projection);
      }

      @Override
      @SuppressWarnings("deprecation") // abstract in ReadSupport: there is no other to override
      public RecordMaterializer<Values> prepareForRead(
          Configuration c, Map<String, String> metadata, MessageType file, ReadContext context) {
        return new Materializer(projection);
      }
    };
  }

  @Override
  public void add(Checksum checksum, Values row, int[] columns, boolean textMap) {
    for (int column : columns) {
      if (column < Row.STRINGS) {
        checksum.add(column, row.strings[column].toByteBuffer());
      } else if (column < Row.MAP_COLUMN) {
        checksum.add(column, row.ints[column - Row.STRINGS]);
      } else {
        long sum = 0;
        for (int e = 0; e < row.entries; e++) {
          long key = Checksum.hash(row.keys[e].toByteBuffer());
          sum +=
              textMap
                  ? Checksum.entry(key, Checksum.hash(row.texts[e].toByteBuffer()))
                  : Checksum.entry(key, row.numbers[e]);
        }
        checksum.add(column, sum);
      }
    }
  }

  @Override
  public void find(Lookup lookup, Values row, boolean textMap) {
    for (int e = 0; e < row.entries; e++) {
      if (lookup.matches(row.keys[e].toByteBuffer())) {
        if (textMap) {
          lookup.found(row.texts[e].toByteBuffer());
        } else {
          lookup.found(row.numbers[e]);
        }
        return;
      }
    }
  }

  private static final class Materializer extends RecordMaterializer<Values> {
    private final Values values = new Values();
    private final Nested root;

    Materializer(MessageType projection) {
      Converter[] converters = new Converter[projection.getFieldCount()];
      for (int f = 0; f < converters.length; f++) {
        String name = projection.getFieldName(f);
        if (name.startsWith("s")) {
          converters[f] = new StringConverter(values, Integer.parseInt(name.substring(1)));
        } else if (name.startsWith("i")) {
          converters[f] = new IntConverter(values, Integer.parseInt(name.substring(1)));
        } else {
          Nested entry = new Nested(new KeyConverter(values), new ValueConverter(values));
          entry.atEnd = () -> values.entries++;
          converters[f] = new Nested(entry);
        }
      }
      root = new Nested(converters);
      root.atStart = () -> values.entries = 0;
    }

    @Override
    public Values getCurrentRecord() {
      return values;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private static final class Nested extends GroupConverter {
    private final Converter[] children;
    private Runnable atStart = () -> {};
    private Runnable atEnd = () -> {};

    Nested(Converter... children) {
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
    public void end() {
      atEnd.run();
    }
  }

  private static final class StringConverter extends PrimitiveConverter {
    private final Values values;
    private final int index;

    StringConverter(Values values, int index) {
      this.values = values;
      this.index = index;
    }

    @Override
    public void addBinary(Binary value) {
      values.strings[index] = value;
    }
  }

  private static final class IntConverter extends PrimitiveConverter {
    private final Values values;
    private final int index;

    IntConverter(Values values, int index) {
      this.values = values;
      this.index = index;
    }

    @Override
    public void addInt(int value) {
      values.ints[index] = value;
    }
  }

  private static final class KeyConverter extends PrimitiveConverter {
    private final Values values;

    KeyConverter(Values values) {
      this.values = values;
    }

    @Override
    public void addBinary(Binary value) {
      values.keys[values.entries] = value;
    }
  }

  private static final class ValueConverter extends PrimitiveConverter {
    private final Values values;

    ValueConverter(Values values) {
      this.values = values;
    }

    @Override
    public void addInt(int value) {
      values.numbers[values.entries] = value;
    }

    @Override
    public void addBinary(Binary value) {
      values.texts[values.entries] = value;
    }
  }
}
