package dev.cif.hive;

import dev.cif.format.CifType;
import dev.cif.format.ColumnReader;
import dev.cif.format.scan.Scan;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.hive.serde.HiveObjects;
import dev.cif.hive.serde.VectorCopier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;

/**
 * Fills a column of maps with the entries of the keys that a query looks up; no other value is
 * decoded (paper section 5.3). Each row gets one entry a key, whose value is NULL where the map
 * lacks the key: to {@code m['key']} both are NULL.
 */
final class MapKeysFiller implements ColumnFiller {
  private final ColumnReader column;
  private final List<MapKey> keys;
  private final ColumnVector keyVector;
  private final ColumnVector[] values;
  private final ColumnVector entries;

  private MapKeysFiller(ColumnReader column, List<MapKey> keys) {
    this.column = column;
    this.keys = keys;
    CifType map = column.type();
    keyVector = ColumnVector.create(map.child(0));
    values = new ColumnVector[keys.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = ColumnVector.create(map.child(1));
    }
    entries = ColumnVector.create(map.child(1));
  }

  /** The filler, or null if maps of this type cannot be asked for single keys. */
  static MapKeysFiller of(ColumnReader column, Set<Object> wanted) {
    CifType type = column.type();
    if (type.kind() != CifType.Kind.MAP || !canBeAskedFor(type.child(0))) {
      return null;
    }
    List<MapKey> keys = new ArrayList<>();
    for (Object key : wanted) {
      keys.add(HiveObjects.mapKey(type.child(0), key));
    }
    return new MapKeysFiller(column, keys);
  }

  private static boolean canBeAskedFor(CifType key) {
    switch (key.kind()) {
      case TINYINT:
      case SMALLINT:
      case INT:
      case BIGINT:
      case STRING:
      case VARCHAR:
        return true;
      default:
        return false;
    }
  }

  @Override
  public void fill(Scan rows, org.apache.hadoop.hive.ql.exec.vector.ColumnVector out)
      throws IOException {
    int count = rows.count();
    MapColumnVector maps = (MapColumnVector) out;
    int each = keys.size();
    maps.isRepeating = false;
    maps.noNulls = true;
    java.util.Arrays.fill(maps.isNull, 0, count, false);
    for (int i = 0; i < count; i++) {
      maps.offsets[i] = (long) i * each;
      maps.lengths[i] = each;
    }
    maps.childCount = count * each;
    VectorCopier.copyResized(keys(count), maps.keys);
    VectorCopier.copyResized(values(rows), maps.values);
  }

  /** The keys of a number of rows; they are the same for every row. */
  private ColumnVector keys(int rows) {
    while (keyVector.size() < rows * keys.size()) {
      MapKey key = keys.get(keyVector.size() % keys.size());
      if (key.isBytes()) {
        ((BytesVector) keyVector).append(key.bytes());
      } else {
        ((LongVector) keyVector).append(key.number());
      }
    }
    return keyVector;
  }

  private ColumnVector values(Scan rows) throws IOException {
    int count = rows.count();
    for (int k = 0; k < values.length; k++) {
      values[k].reset();
      for (int i = 0; i < count; i += rows.run(i)) {
        column.readKey(rows.row(i), rows.run(i), keys.get(k), values[k]);
      }
    }
    if (values.length == 1) {
      return values[0];
    }
    entries.reset();
    for (int i = 0; i < count; i++) {
      for (ColumnVector ofKey : values) {
        entries.append(ofKey, i);
      }
    }
    return entries;
  }
}
