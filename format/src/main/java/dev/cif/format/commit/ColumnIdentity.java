package dev.cif.format.commit;

/**
 * Identity of a table's column that a column file belongs to, FORMAT.md section 3.1.
 *
 * @param key key of the column; null if its name identifies it
 * @param replaces id that the column had in the split when the file was written; 0 for none. Used
 *     only with a key.
 */
public record ColumnIdentity(String key, int replaces) {}
