package dev.cif.hive.scan;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.hive.serde.VectorCopier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;

/**
 * Fills a column of maps with the entries of the keys that a query looks up. No other value is
 * decoded (paper section 5.3), and no value that the scan's filter has decoded is decoded again.
 * Each row gets one entry a key, whose value is NULL if the map lacks the key: for {@code m['key']}
 * both are NULL.
 */
final class MapKeysFiller implements ColumnFiller {
  private final List<ColumnPath> paths;
  private final List<Step> keys;
  private final ColumnVector keyVector;
  private final ColumnVector entries;

  /**
   * Creates a filler.
   *
   * @param map type of the column
   */
  MapKeysFiller(String column, CifType map, Collection<Step> keys) {
    this.keys = List.copyOf(keys);
    paths = this.keys.stream().map(key -> new ColumnPath(column, column, List.of(key))).toList();
    keyVector = ColumnVector.create(map.child(0));
    entries = ColumnVector.create(map.child(1));
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

  /** Returns the keys of a number of rows; they are the same for every row. */
  private ColumnVector keys(int rows) {
    while (keyVector.size() < rows * keys.size()) {
      Step step = keys.get(keyVector.size() % keys.size());
      if (step instanceof Step.Key key) {
        ((BytesVector) keyVector).append(key.key().getBytes(StandardCharsets.UTF_8));
      } else {
        ((LongVector) keyVector).append(((Step.Index) step).index());
      }
    }
    return keyVector;
  }

  private ColumnVector values(Scan rows) throws IOException {
    if (paths.size() == 1) {
      return rows.column(paths.get(0)).values();
    }
    entries.reset();
    ColumnVector[] values = new ColumnVector[paths.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = rows.column(paths.get(k)).values();
    }
    for (int i = 0; i < rows.count(); i++) {
      for (ColumnVector ofKey : values) {
        entries.append(ofKey, i);
      }
    }
    return entries;
  }
}
