/**
 * Reads one split-directory. {@link dev.cif.format.read.SplitReader} opens its schema file, and
 * {@link dev.cif.format.read.ColumnReader} reads the values of one column. {@link
 * dev.cif.format.read.SplitDirectories} finds split-directories.
 */
package dev.cif.format.read;
