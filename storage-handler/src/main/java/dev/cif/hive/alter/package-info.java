/**
 * {@code ALTER TABLE} on CIF tables: columns keep their numbers, whatever their names and places
 * (FORMAT.md section 3.1). {@link dev.cif.hive.alter.AlterHook} puts {@link
 * dev.cif.hive.alter.AlterColumnsTask} in place of Hive's own task; that stores the columns and
 * their keys in one step.
 */
package dev.cif.hive.alter;
