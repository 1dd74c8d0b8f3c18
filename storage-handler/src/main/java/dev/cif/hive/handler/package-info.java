/**
 * Data sets that live outside of Hive, as tables: {@code STORED BY
 * 'dev.cif.hive.CifStorageHandler'}. {@link dev.cif.hive.handler.DiscoveringSerDe} finds their
 * columns, and {@link dev.cif.hive.handler.TableHook} checks their DDL. {@link
 * dev.cif.hive.handler.InsertOutputFormat} and {@link dev.cif.hive.handler.InsertCommit} write.
 * They are read like all CIF tables.
 */
package dev.cif.hive.handler;
