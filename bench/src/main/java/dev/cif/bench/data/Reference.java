package dev.cif.bench.data;

import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Right answers, computed from the generator without a format. */
public final class Reference {
  private Reference() {}

  public static long scan(GeneratedData data, long rows, int... columns) {
    Checksum checksum = new Checksum(data.schema());
    GeneratedData.Rows source = data.rows();
    for (long r = 0; r < rows; r++) {
      GenericRecord row = source.next();
      for (int column : columns) {
        checksum.add(column, Checksum.of(row.get(column)));
      }
    }
    checksum.rows(rows);
    return checksum.answer();
  }

  public static long lookup(GeneratedData data, long rows, int column, String key) {
    Lookup lookup = new Lookup(key);
    Utf8 utf8 = new Utf8(key);
    GeneratedData.Rows source = data.rows();
    for (long r = 0; r < rows; r++) {
      Object found = ((Map<?, ?>) source.next().get(column)).get(utf8);
      if (found != null) {
        lookup.found(Checksum.of(found));
      }
    }
    return lookup.answer();
  }
}
