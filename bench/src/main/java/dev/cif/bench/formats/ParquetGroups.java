package dev.cif.bench.formats;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.Lookup;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;

/** Parquet's own example object model. */
final class ParquetGroups implements ParquetFormat.Model<Group> {
  @Override
  public String suffix() {
    return "-group";
  }

  @Override
  public String title() {
    return "example Group reader";
  }

  @Override
  public ReadSupport<Group> readSupport(Configuration conf, RowData data, MessageType projection) {
    conf.set(ReadSupport.PARQUET_READ_SCHEMA, projection.toString());
    return new GroupReadSupport();
  }

  @Override
  public void add(Checksum checksum, Group row, int[] columns, boolean textMap) {
    for (int field = 0; field < columns.length; field++) {
      int column = columns[field];
      if (column < Row.STRINGS) {
        checksum.add(column, row.getBinary(field, 0).toByteBuffer());
      } else if (column < Row.MAP_COLUMN) {
        checksum.add(column, row.getInteger(field, 0));
      } else {
        checksum.add(column, map(row.getGroup(field, 0), textMap));
      }
    }
  }

  private static long map(Group map, boolean textMap) {
    long sum = 0;
    int entries = map.getFieldRepetitionCount(0);
    for (int e = 0; e < entries; e++) {
      Group entry = map.getGroup(0, e);
      long key = Checksum.hash(entry.getBinary(0, 0).toByteBuffer());
      sum +=
          textMap
              ? Checksum.entry(key, Checksum.hash(entry.getBinary(1, 0).toByteBuffer()))
              : Checksum.entry(key, entry.getInteger(1, 0));
    }
    return sum;
  }

  @Override
  public void find(Lookup lookup, Group row, boolean textMap) {
    Group map = row.getGroup(0, 0);
    int entries = map.getFieldRepetitionCount(0);
    for (int e = 0; e < entries; e++) {
      Group entry = map.getGroup(0, e);
      ByteBuffer key = entry.getBinary(0, 0).toByteBuffer();
      if (lookup.matches(key)) {
        if (textMap) {
          lookup.found(entry.getBinary(1, 0).toByteBuffer());
        } else {
          lookup.found(entry.getInteger(1, 0));
        }
        return;
      }
    }
  }
}
