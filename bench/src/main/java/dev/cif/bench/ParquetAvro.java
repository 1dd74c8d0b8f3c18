package dev.cif.bench;

import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroReadSupport;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.schema.MessageType;

/** The Avro generic records of parquet-avro. */
final class ParquetAvro implements ParquetFormat.Model<GenericRecord> {
  @Override
  public String suffix() {
    return "";
  }

  @Override
  public String title() {
    return "parquet-avro generic records";
  }

  @Override
  public ReadSupport<GenericRecord> readSupport(
      Configuration conf, DataSet data, MessageType projection) {
    AvroReadSupport.setRequestedProjection(conf, new AvroSchemaConverter().convert(projection));
    return new AvroReadSupport<>(GenericData.get());
  }

  @Override
  public void add(Checksum checksum, GenericRecord row, int[] columns, boolean textMap) {
    for (int field = 0; field < columns.length; field++) {
      int column = columns[field];
      Object value = row.get(field);
      if (column < Row.STRINGS) {
        checksum.add(column, hash(value));
      } else if (column < Row.MAP_COLUMN) {
        checksum.add(column, (Integer) value);
      } else {
        long sum = 0;
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          long key = hash(entry.getKey());
          sum +=
              textMap
                  ? Checksum.entry(key, hash(entry.getValue()))
                  : Checksum.entry(key, (Integer) entry.getValue());
        }
        checksum.add(column, sum);
      }
    }
  }

  private static long hash(Object string) {
    return string instanceof Utf8 utf8
        ? Checksum.hash(utf8.getBytes(), 0, utf8.getByteLength())
        : Checksum.hash(string.toString());
  }

  @Override
  public void find(Lookup lookup, GenericRecord row, boolean textMap) {
    Object value = ((Map<?, ?>) row.get(0)).get(lookup.key());
    if (value != null) {
      if (textMap) {
        lookup.foundHash(hash(value));
      } else {
        lookup.found((Integer) value);
      }
    }
  }
}
