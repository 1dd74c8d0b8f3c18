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

  /** A block of the file. */
  public interface Block {
    /** Where its body begins in the file. */
    long offset();

    /** Bytes of its body. */
    int length();

    /** Its first row, in the split. */
    long firstRow();

    /** Its number of rows. */
    int rows();

    /** Bytes of its values before encoding. */
    long rawBytes();

    /** What is known of its values. */
    ColumnStatistics statistics();
  }
}
