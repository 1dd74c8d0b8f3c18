/**
 * Reads a table with a condition. {@link dev.cif.format.scan.Predicate} is the condition on rows.
 * {@link dev.cif.format.scan.SplitFinder} finds the split-directories. {@link
 * dev.cif.format.scan.TableWork} estimates the work of reading them, and {@link
 * dev.cif.format.scan.Scan} finds the rows of one of them. Engines translate into these and decide
 * nothing themselves.
 */
package dev.cif.format.scan;
