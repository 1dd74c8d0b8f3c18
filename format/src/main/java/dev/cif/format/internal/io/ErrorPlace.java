package dev.cif.format.internal.io;

import dev.cif.format.schema.CifException;

/**
 * Place of a block, for error messages.
 *
 * @param file column file; null if unknown
 * @param column name of the column; null if unknown
 * @param offset offset of the block's body in the file in bytes; negative if unknown
 */
public record ErrorPlace(String file, String column, long offset) {
  public static final ErrorPlace UNKNOWN = new ErrorPlace(null, null, -1);

  /** Returns the public form of an error that a decoder found in this block. */
  public CifException damaged(CorruptDataException e) {
    String where = e.offset() < 0 ? "" : "byte " + e.offset() + " of the block: ";
    return CifException.at(
        file == null ? "a block" : file,
        column,
        offset,
        where + e.getMessage() + "; the block is damaged, restore the file from a copy",
        e);
  }
}
