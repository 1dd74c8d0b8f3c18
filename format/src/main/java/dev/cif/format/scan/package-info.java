/**
 * Reading a table with a condition: {@link dev.cif.format.scan.Predicate} says which rows are
 * wanted, {@link dev.cif.format.scan.SplitFinder} finds the split-directories, {@link
 * dev.cif.format.scan.TableWork} tells what reading them takes, and {@link
 * dev.cif.format.scan.Scan} finds the rows of one of them. Engines translate into these and decide
 * nothing themselves.
 */
package dev.cif.format.scan;
