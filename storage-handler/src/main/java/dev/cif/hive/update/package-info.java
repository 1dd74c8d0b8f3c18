/**
 * {@code UPDATE t SET c = ...} on CIF tables. {@link dev.cif.hive.update.UpdateStatement} turns the
 * statement into a query that returns the changed rows and their new values. {@link
 * dev.cif.hive.update.UpdateOutputFormat} writes them as new column files into the
 * split-directories of the table. {@link dev.cif.hive.update.CommitTask} makes these valid, all in
 * one step.
 */
package dev.cif.hive.update;
