package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Parquet's own example object model. */
final class ParquetGroups implements ParquetFormat.Model<Group> {
  @Override
  public String title() {
    return "example Group reader";
  }

  @Override
  public ReadSupport<Group> readSupport(Configuration conf, MessageType projection) {
    conf.set(ReadSupport.PARQUET_READ_SCHEMA, projection.toString());
    return new GroupReadSupport();
  }

  @Override
  public void add(Checksum checksum, Group row, int[] columns) {
    for (int field = 0; field < columns.length; field++) {
      checksum.add(columns[field], of(row, field));
    }
  }

  /** Returns the {@link Checksum#of} of a field. */
  private static long of(Group row, int field) {
    Type type = row.getType().getType(field);
    if (!type.isPrimitive()) {
      Group map = row.getGroup(field, 0);
      long sum = 0;
      int entries = map.getFieldRepetitionCount(0);
      for (int e = 0; e < entries; e++) {
        Group entry = map.getGroup(0, e);
        sum +=
            isText(entry.getType().getType(1))
                ? Checksum.entry(of(entry, 0), of(entry, 1))
                : Checksum.entry(of(entry, 0), (int) of(entry, 1));
      }
      return sum;
    }
    if (isText(type)) {
      return Checksum.hash(row.getBinary(field, 0).toByteBuffer());
    }
    return type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT32
        ? row.getInteger(field, 0)
        : row.getLong(field, 0);
  }

  private static boolean isText(Type type) {
    return type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
  }

  @Override
  public void find(Lookup lookup, Group row) {
    Group map = row.getGroup(0, 0);
    int entries = map.getFieldRepetitionCount(0);
    for (int e = 0; e < entries; e++) {
      Group entry = map.getGroup(0, e);
      if (lookup.matches(entry.getBinary(0, 0).toByteBuffer())) {
        lookup.found(of(entry, 1));
        return;
      }
    }
  }
}
