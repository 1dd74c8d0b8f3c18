package dev.cif.bench.formats;

import dev.cif.bench.data.Row;
import dev.cif.bench.data.Slice;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Writes rows with Parquet's writer without an object model, its fastest way. */
final class ParquetRowWriter extends WriteSupport<Row> {
  private static final String[] NAMES = new String[Row.COLUMNS];

  static {
    Arrays.setAll(NAMES, Row::columnName);
  }

  private final MessageType schema;
  private final boolean textMap;
  private RecordConsumer consumer;

  private ParquetRowWriter(boolean textMap) {
    this.textMap = textMap;
    this.schema = schema(textMap);
  }

  /** Builder of a {@link ParquetWriter}, at its defaults unless told otherwise. */
  static final class Builder extends ParquetWriter.Builder<Row, Builder> {
    private final boolean textMap;

    Builder(OutputFile file, boolean textMap) {
      super(file);
      this.textMap = textMap;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the superclass: there is no other to override
    protected WriteSupport<Row> getWriteSupport(Configuration conf) {
      return new ParquetRowWriter(textMap);
    }
  }

  static MessageType schema(boolean textMap) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (int c = 0; c < Row.MAP_COLUMN; c++) {
      if (c < Row.STRINGS) {
        message
            .required(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named(Row.columnName(c));
      } else {
        message.required(PrimitiveTypeName.INT32).named(Row.columnName(c));
      }
    }
    message.addField(textMap ? textMapType() : intMapType());
    return message.named("row");
  }

  private static Type textMapType() {
    return Types.requiredMap()
        .key(PrimitiveTypeName.BINARY)
        .as(LogicalTypeAnnotation.stringType())
        .requiredValue(PrimitiveTypeName.BINARY)
        .as(LogicalTypeAnnotation.stringType())
        .named(Row.columnName(Row.MAP_COLUMN));
  }

  private static Type intMapType() {
    return Types.requiredMap()
        .key(PrimitiveTypeName.BINARY)
        .as(LogicalTypeAnnotation.stringType())
        .requiredValue(PrimitiveTypeName.INT32)
        .named(Row.columnName(Row.MAP_COLUMN));
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in the superclass: there is no other to override
  public WriteContext init(Configuration conf) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(Row row) {
    consumer.startMessage();
    for (int c = 0; c < Row.STRINGS; c++) {
      String name = NAMES[c];
      consumer.startField(name, c);
      binary(row.strings[c]);
      consumer.endField(name, c);
    }
    for (int c = Row.STRINGS; c < Row.MAP_COLUMN; c++) {
      String name = NAMES[c];
      consumer.startField(name, c);
      consumer.addInteger(row.ints[c - Row.STRINGS]);
      consumer.endField(name, c);
    }
    consumer.startField(NAMES[Row.MAP_COLUMN], Row.MAP_COLUMN);
    map(row);
    consumer.endField(NAMES[Row.MAP_COLUMN], Row.MAP_COLUMN);
    consumer.endMessage();
  }

  private void map(Row row) {
    consumer.startGroup();
    if (row.entries > 0) {
      consumer.startField("key_value", 0);
      for (int e = 0; e < row.entries; e++) {
        consumer.startGroup();
        consumer.startField("key", 0);
        binary(row.keys[e]);
        consumer.endField("key", 0);
        consumer.startField("value", 1);
        if (textMap) {
          binary(row.texts[e]);
        } else {
          consumer.addInteger(row.values[e]);
        }
        consumer.endField("value", 1);
        consumer.endGroup();
      }
      consumer.endField("key_value", 0);
    }
    consumer.endGroup();
  }

  private void binary(Slice slice) {
    consumer.addBinary(Binary.fromReusedByteArray(slice.bytes, 0, slice.length));
  }
}
