/**
 * Data sets that live outside of Hive, as tables: {@code STORED BY
 * 'dev.cif.hive.CifStorageHandler'}. {@link dev.cif.hive.handler.DiscoveringSerDe} finds their
 * columns, {@link dev.cif.hive.handler.TableHook} checks what DDL says of them, {@link
 * dev.cif.hive.handler.InsertOutputFormat} and {@link dev.cif.hive.handler.InsertCommit} write, and
 * {@link dev.cif.hive.handler.TableStatistics} counts. They are read as all CIF tables are.
 */
package dev.cif.hive.handler;
