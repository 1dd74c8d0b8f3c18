/**
 * Reading a table with a condition: {@link dev.cif.format.scan.Predicate} says which rows are
 * wanted, {@link dev.cif.format.scan.Planner} finds the split-directories that may have some, and
 * {@link dev.cif.format.scan.Scan} the rows of one of them. Engines translate into these and decide
 * nothing themselves.
 */
package dev.cif.format.scan;
