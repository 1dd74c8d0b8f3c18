/**
 * {@code ALTER TABLE} on CIF tables: columns keep their keys, whatever their names and positions
 * (FORMAT.md section 3.1). {@link dev.cif.hive.alter.AlterHook} replaces Hive's own task by {@link
 * dev.cif.hive.alter.AlterColumnsTask}, which stores the columns and their keys in one step.
 */
package dev.cif.hive.alter;
