package dev.cif.format.scan;

import dev.cif.format.CifSchema;
import dev.cif.format.ColumnDescription;
import dev.cif.format.FilterDescription;
import dev.cif.format.PartDescriptions;
import dev.cif.format.SplitReader;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.List;

/** What is known of a split-directory's columns before a block of them is read. */
interface SplitStatistics {
  /** The columns that it has. */
  CifSchema schema();

  long rows();

  /** What a column's footer says, by position in the schema. */
  ColumnDescription describe(int column) throws IOException;

  /** The statistics of a column's parts, by position in the schema; null for none. */
  PartDescriptions parts(int column);

  /** The filters of keys. */
  List<FilterDescription> filters();

  /** What a column that the split lacks is in every row; null for NULL. */
  ColumnVector defaultOf(String name);

  /** Those of an open split. */
  static SplitStatistics of(SplitReader split) {
    return new SplitStatistics() {
      @Override
      public CifSchema schema() {
        return split.schema();
      }

      @Override
      public long rows() {
        return split.rows();
      }

      @Override
      public ColumnDescription describe(int column) throws IOException {
        return split.describe(column);
      }

      @Override
      public PartDescriptions parts(int column) {
        return split.parts(column);
      }

      @Override
      public List<FilterDescription> filters() {
        return split.filters();
      }

      @Override
      public ColumnVector defaultOf(String name) {
        return split.defaultOf(name);
      }
    };
  }
}
