package dev.cif.format.read;

import dev.cif.format.schema.BlockDescription;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.schema.SkipDistances;
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
    List<BlockDescription> blocks) {
  public ColumnDescription {
    blocks = List.copyOf(blocks);
  }
}
