package dev.cif.bench.data;

/** Right answers, computed from the generator without a format. */
public final class Reference {
  private Reference() {}

  public static long scan(RowData data, long rows, Projection projection) {
    Checksum checksum = new Checksum();
    Row row = new Row();
    RowData.Generator generator = data.open();
    int[] columns = projection.columns();
    for (long r = 0; r < rows; r++) {
      generator.next(row);
      for (int column : columns) {
        if (column < Row.STRINGS) {
          Slice string = row.strings[column];
          checksum.add(column, string.bytes, 0, string.length);
        } else if (column < Row.MAP_COLUMN) {
          checksum.add(column, row.ints[column - Row.STRINGS]);
        } else {
          addMap(checksum, row, data.textMap());
        }
      }
    }
    checksum.rows(rows);
    return checksum.answer();
  }

  public static long lookup(RowData data, long rows, String key) {
    Lookup lookup = new Lookup(key);
    Row row = new Row();
    RowData.Generator generator = data.open();
    for (long r = 0; r < rows; r++) {
      generator.next(row);
      for (int e = 0; e < row.entries; e++) {
        if (lookup.matches(row.keys[e].bytes, 0, row.keys[e].length)) {
          if (data.textMap()) {
            lookup.found(row.texts[e].bytes, 0, row.texts[e].length);
          } else {
            lookup.found(row.values[e]);
          }
        }
      }
    }
    return lookup.answer();
  }

  private static void addMap(Checksum checksum, Row row, boolean textMap) {
    for (int e = 0; e < row.entries; e++) {
      long key = Checksum.hash(row.keys[e].bytes, 0, row.keys[e].length);
      Slice text = row.texts[e];
      checksum.add(
          Row.MAP_COLUMN,
          textMap
              ? Checksum.entry(key, Checksum.hash(text.bytes, 0, text.length))
              : Checksum.entry(key, row.values[e]));
    }
  }
}
