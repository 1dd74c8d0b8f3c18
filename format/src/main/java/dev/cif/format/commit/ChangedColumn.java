package dev.cif.format.commit;

import dev.cif.format.CifType;
import dev.cif.format.internal.file.ColumnEntry;
import java.util.Map;

/**
 * A column file that lies in a split-directory under a hidden name.
 *
 * @param name of the column, which the split may have or not
 * @param type of the values in the file
 * @param identity which column it is
 * @param rows of the column
 * @param file as it is
 * @param sources files of the split that the column was computed from, with the CRC32C of their
 *     footers: the split must still have them
 */
public record ChangedColumn(
    String name,
    CifType type,
    TableColumn identity,
    long rows,
    ColumnEntry file,
    Map<String, Integer> sources) {}
