package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.RowData;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroReadSupport;
import org.apache.parquet.avro.AvroSchemaConverter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.schema.MessageType;

/** Avro generic records of parquet-avro. */
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
      Configuration conf, RowData data, MessageType projection) {
    AvroReadSupport.setRequestedProjection(conf, new AvroSchemaConverter().convert(projection));
    return new AvroReadSupport<>(GenericData.get());
  }

  @Override
  public void add(Checksum checksum, GenericRecord row, int[] columns, boolean textMap) {
    for (int field = 0; field < columns.length; field++) {
      checksum.add(columns[field], Checksum.of(row.get(field)));
    }
  }

  @Override
  public void find(Lookup lookup, GenericRecord row, boolean textMap) {
    Object value = ((Map<?, ?>) row.get(0)).get(lookup.key());
    if (value != null) {
      lookup.found(Checksum.of(value));
    }
  }
}
