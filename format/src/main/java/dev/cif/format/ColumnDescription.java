package dev.cif.format;

import java.util.List;

/**
 * What the footer of a column file says. Immutable.
 *
 * @param layout the file's layout
 * @param compression the codec of layout block, else NONE
 * @param skips the skip distances, or null
 * @param statistics of the whole column
 * @param blocks in order
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

  /**
   * A block of the file.
   *
   * @param offset in the file, in bytes
   * @param length in bytes
   * @param firstRow of the split
   * @param rows of the block
   * @param rawBytes of its values before encoding
   * @param statistics of its values
   */
  public record Block(
      long offset,
      int length,
      long firstRow,
      int rows,
      long rawBytes,
      ColumnStatistics statistics) {}
}
