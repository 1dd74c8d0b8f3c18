package dev.cif.mapreduce.join;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;

/** Rows of one table's bucket in memory, by their keys. Rows with a NULL in a key match none. */
public final class HashJoin {
  private final Map<JoinKey, List<GenericRecord>> byKey = new HashMap<>();

  HashJoin(BucketRows rows) throws IOException {
    while (rows.next()) {
      JoinKey key = rows.key();
      if (key != null) {
        byKey.computeIfAbsent(key, none -> new ArrayList<>()).add(rows.copy());
      }
    }
  }

  /** Returns the rows that have the keys of another table's current row; empty for none. */
  public List<GenericRecord> matches(BucketRows other) {
    JoinKey key = other.key();
    return key == null ? List.of() : byKey.getOrDefault(key, List.of());
  }
}
