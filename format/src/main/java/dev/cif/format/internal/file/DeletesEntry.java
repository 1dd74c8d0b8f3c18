package dev.cif.format.internal.file;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Entry of a schema file for the rows that are deleted, FORMAT.md section 3.3.
 *
 * @param file name of the file in the split-directory; hidden. Null if all rows are deleted, as
 *     those are of an insert that does not count
 * @param length length of the file in bytes
 * @param crc CRC32C of the file
 * @param rows number of deleted rows
 */
public record DeletesEntry(String file, long length, int crc, long rows) {
  /** Greatest length of a file in bytes. */
  public static final int MAX_BYTES = 1 << 30;

  /** Greatest number of rows that can be deleted: the bitmap has 32 bits a row number. */
  public static final long MAX_ROWS = 1L << 32;

  /** Returns the entry of all rows of a split-directory, which needs no file. */
  static DeletesEntry all(long rows) {
    return new DeletesEntry(null, 0, 0, rows);
  }

  /** Returns true if all rows are deleted, without a file that says so. */
  public boolean isWithoutFile() {
    return file == null;
  }

  /** Returns the entry with another name of the file. */
  public DeletesEntry withFile(String name) {
    return new DeletesEntry(name, length, crc, rows);
  }

  /**
   * Reads the entry.
   *
   * @param rowsOfSplit number of rows of the split-directory
   * @throws IllegalArgumentException if there can't be such a file
   */
  static DeletesEntry read(JsonNode json, long rowsOfSplit, ColumnFileNames names) {
    String file = json.path("file").textValue();
    names.addDeletes(file);
    long length = number(json, "length", MAX_BYTES);
    long rows = number(json, "rows", Math.min(rowsOfSplit, MAX_ROWS));
    if (rows == 0) {
      throw new IllegalArgumentException("'rows' of 'deletes' is 0");
    }
    return new DeletesEntry(
        file,
        length,
        Tokens.crc(json.path("crc32c").textValue(), "crc32c", "the deleted rows"),
        rows);
  }

  private static long number(JsonNode json, String member, long most) {
    JsonNode value = json.path(member);
    long number =
        value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : Tokens.NO_NUMBER;
    Tokens.expect(number, member + " of 'deletes'", most);
    return number;
  }
}
