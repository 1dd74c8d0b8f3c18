package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Writes rows of events to Parquet and reads them, without an object model. */
final class ParquetEvents {
  private ParquetEvents() {}

  private static MessageType type(Schema schema) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (Schema.Field field : schema.getFields()) {
      switch (field.schema().getType()) {
        case INT -> message.required(PrimitiveTypeName.INT32).named(field.name());
        case LONG -> message.required(PrimitiveTypeName.INT64).named(field.name());
        default ->
            message
                .required(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(field.name());
      }
    }
    return message.named(schema.getName());
  }

  /** Builder of a writer at Parquet's defaults. */
  static final class Builder extends ParquetWriter.Builder<GenericRecord, Builder> {
    private final Schema schema;

    /**
     * Creates the builder of a file.
     *
     * @param schema schema of the file: the fields of the rows after those of the partition
     */
    Builder(OutputFile file, Schema schema) {
      super(file);
      this.schema = schema;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the superclass: there is no other to override
    protected WriteSupport<GenericRecord> getWriteSupport(Configuration conf) {
      return new Rows(schema);
    }
  }

  private static final class Rows extends WriteSupport<GenericRecord> {
    private final Schema schema;
    private RecordConsumer consumer;

    Rows(Schema schema) {
      this.schema = schema;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the superclass: there is no other to override
    public WriteContext init(Configuration conf) {
      return new WriteContext(type(schema), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(GenericRecord row) {
      consumer.startMessage();
      for (Schema.Field field : schema.getFields()) {
        consumer.startField(field.name(), field.pos());
        Object value = row.get(field.pos() + EventIndex.PARTITION_FIELDS);
        if (value instanceof Utf8 text) {
          consumer.addBinary(Binary.fromReusedByteArray(text.getBytes(), 0, text.getByteLength()));
        } else if (value instanceof Integer number) {
          consumer.addInteger(number);
        } else {
          consumer.addLong((Long) value);
        }
        consumer.endField(field.name(), field.pos());
      }
      consumer.endMessage();
    }
  }

  /** Converter that collects the values of a row, in the order of the columns that are read. */
  static final class Values extends RecordMaterializer<Object[]> {
    private final Object[] values;
    private final GroupConverter root;

    Values(MessageType wanted) {
      values = new Object[wanted.getFieldCount()];
      root = group(field -> new Value(values, field));
    }

    @Override
    public Object[] getCurrentRecord() {
      return values.clone();
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private interface Converters {
    Converter of(int field);
  }

  private static GroupConverter group(Converters converters) {
    return new GroupConverter() {
      @Override
      public Converter getConverter(int field) {
        return converters.of(field);
      }

      @Override
      public void start() {}

      @Override
      public void end() {}
    };
  }

  private static final class Value extends PrimitiveConverter {
    private final Object[] values;
    private final int field;

    Value(Object[] values, int field) {
      this.values = values;
      this.field = field;
    }

    @Override
    public void addBinary(Binary value) {
      values[field] = new Utf8(value.getBytes());
    }

    @Override
    public void addInt(int value) {
      values[field] = value;
    }

    @Override
    public void addLong(long value) {
      values[field] = value;
    }
  }

  /**
   * Converter that counts the texts with a substring; it checks each entry of a dictionary once.
   */
  static final class Counter extends RecordMaterializer<Long> {
    private final byte[] part;
    private final GroupConverter root;
    private long count;

    Counter(String part) {
      this.part = Substring.bytes(part);
      PrimitiveConverter texts = new Texts();
      root = group(field -> texts);
    }

    @Override
    public Long getCurrentRecord() {
      return count;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }

    private boolean isIn(Binary text) {
      byte[] bytes = text.getBytesUnsafe();
      return Substring.isIn(bytes, 0, bytes.length, part);
    }

    private final class Texts extends PrimitiveConverter {
      private boolean[] entries;

      @Override
      public boolean hasDictionarySupport() {
        return true;
      }

      @Override
      public void setDictionary(Dictionary dictionary) {
        entries = new boolean[dictionary.getMaxId() + 1];
        for (int id = 0; id < entries.length; id++) {
          entries[id] = isIn(dictionary.decodeToBinary(id));
        }
      }

      @Override
      public void addValueFromDictionary(int id) {
        count += entries[id] ? 1 : 0;
      }

      @Override
      public void addBinary(Binary value) {
        count += isIn(value) ? 1 : 0;
      }
    }
  }
}
