package dev.cif.mapreduce.join;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/**
 * Inner join of tables that are sorted by their keys, ascending: integers by value, strings by
 * their bytes. For each key it gives the rows of each table, which are in memory. A key that a
 * table lacks, or that has a NULL part, is left out. Not thread-safe.
 */
public final class MergeJoin {
  private final List<Side> sides = new ArrayList<>();

  /** One table, with the first row that was not given out. */
  private static final class Side {
    final BucketRows rows;
    final List<GenericRecord> ofKey = new ArrayList<>();

    /** Key of the row; null at the end. */
    JoinKey key;

    Side(BucketRows rows) {
      this.rows = rows;
    }

    void advance() throws IOException {
      JoinKey before = key;
      do {
        if (!rows.next()) {
          key = null;
          return;
        }
        key = rows.key();
      } while (key == null);
      if (before != null && key.compareTo(before) < 0) {
        throw rows.wrong(
            "the key "
                + key
                + " comes behind "
                + before
                + ": the table is not sorted by "
                + rows.keyNames()
                + ", ascending; use a hash join");
      }
    }
  }

  MergeJoin(List<BucketRows> tables) throws IOException {
    for (BucketRows rows : tables) {
      Side side = new Side(rows);
      side.advance();
      sides.add(side);
    }
  }

  /**
   * Moves to the next key that all tables have.
   *
   * @return false if there is none
   * @throws dev.cif.format.schema.CifException if a table is not sorted
   */
  public boolean next() throws IOException {
    while (true) {
      JoinKey greatest = null;
      boolean same = true;
      for (Side side : sides) {
        if (side.key == null) {
          return end();
        }
        int order = greatest == null ? 0 : side.key.compareTo(greatest);
        same &= order == 0;
        greatest = greatest == null || order > 0 ? side.key : greatest;
      }
      for (Side side : sides) {
        side.ofKey.clear();
        while (same && greatest.equals(side.key)) {
          side.ofKey.add(side.rows.copy());
          side.advance();
        }
        while (!same && side.key != null && side.key.compareTo(greatest) < 0) {
          side.advance();
        }
      }
      if (same) {
        return true;
      }
    }
  }

  /** Reads the remaining keys: if one were out of order, earlier rows would be missing. */
  private boolean end() throws IOException {
    for (Side side : sides) {
      side.ofKey.clear();
      while (side.key != null) {
        side.advance();
      }
    }
    return false;
  }

  /**
   * Returns the rows of the key in one table.
   *
   * @param table position of the table among those that are joined
   */
  public List<GenericRecord> rows(int table) {
    return List.copyOf(sides.get(table).ofKey);
  }
}
