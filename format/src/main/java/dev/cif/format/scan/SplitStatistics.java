package dev.cif.format.scan;

import dev.cif.format.read.ColumnDescription;
import dev.cif.format.read.FilterDescription;
import dev.cif.format.read.PartDescriptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.List;

/** Knowledge of a split-directory's columns before any block is read. */
interface SplitStatistics {
  /** Returns the columns that it has. */
  CifSchema schema();

  long rows();

  /** Returns the content of a column's footer, by position in the schema. */
  ColumnDescription describe(int column) throws IOException;

  /** Returns the statistics of a column's parts, by position in the schema; null for none. */
  PartDescriptions parts(int column);

  /** Returns the filters of keys. */
  List<FilterDescription> filters();

  /** Returns the value in every row of a column that the split lacks; null for NULL. */
  ColumnVector defaultOf(String name);

  /** Statistics of an open split, by its footers. */
  class OfOpen implements SplitStatistics {
    final SplitReader split;

    OfOpen(SplitReader split) {
      this.split = split;
    }

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
  }
}
