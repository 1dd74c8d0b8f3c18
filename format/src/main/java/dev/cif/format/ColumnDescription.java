package dev.cif.format;

import java.util.List;

/**
 * Content of the footer of a column file. Immutable.
 *
 * @param layout layout of the file
 * @param compression codec of layout block, else NONE
 * @param skips skip distances, or null
 * @param statistics statistics of the whole column
 * @param blocks blocks in order
 */
public record ColumnDescription(
    Layout layout,
    Compression compression,
    SkipDistances skips,
    ColumnStatistics statistics,
    List<Block> blocks) {
  public ColumnDescription {
    blocks = List.copyOf(blocks);
  }

  /** Block of the file. */
  public interface Block {
    /** Returns the offset of its body in the file in bytes. */
    long offset();

    /** Returns the length of its body in bytes. */
    int length();

    /** Returns its first row, counted in the split. */
    long firstRow();

    /** Returns its number of rows. */
    int rows();

    /** Returns the size of its values before encoding in bytes. */
    long rawBytes();

    /** Returns the statistics of its values. */
    ColumnStatistics statistics();
  }
}
