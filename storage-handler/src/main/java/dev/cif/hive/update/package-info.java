/**
 * {@code UPDATE}, {@code DELETE} and {@code MERGE} of CIF tables. A {@link
 * dev.cif.hive.update.RowStatement} turns the statement into a query that returns the rows that
 * change, and their new values. {@link dev.cif.hive.update.UpdateOutputFormat} writes these as new
 * column files into the split-directories of the table; {@link
 * dev.cif.hive.update.DeleteOutputFormat} lists the rows that go. {@link
 * dev.cif.hive.update.CommitTask} makes all of it valid in one step.
 */
package dev.cif.hive.update;
