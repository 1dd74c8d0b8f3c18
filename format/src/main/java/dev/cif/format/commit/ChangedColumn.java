package dev.cif.format.commit;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.schema.CifType;
import java.util.Map;

/**
 * Column file in a split-directory under a hidden name.
 *
 * @param name name of the column, which the split may have or not
 * @param type type of the values in the file
 * @param identity identity of the column in the table
 * @param rows number of rows of the column
 * @param newValues number of rows that got a new value; the others keep the one that they had
 * @param file entry of the file under its hidden name
 * @param sources files of the split that the column was computed from, with the CRC32C of their
 *     footers; the split must still have them
 */
public record ChangedColumn(
    String name,
    CifType type,
    ColumnIdentity identity,
    long rows,
    long newValues,
    ColumnEntry file,
    Map<String, Integer> sources) {}
