package dev.cif.format.commit;

import dev.cif.format.internal.file.DeletesEntry;
import java.util.Map;

/**
 * File of deleted rows in a split-directory under a hidden name, FORMAT.md section 3.3.
 *
 * @param rows number of rows of the split-directory
 * @param newlyDeleted number of rows that were not deleted before
 * @param before file of the rows that were deleted before; null if there was none. The split must
 *     still have it.
 * @param file entry of the file under its hidden name
 * @param sources files of the split by which the rows were chosen, with the CRC32C of their
 *     footers; the split must still have them
 */
public record ChangedRows(
    long rows,
    long newlyDeleted,
    DeletesEntry before,
    DeletesEntry file,
    Map<String, Integer> sources) {}
