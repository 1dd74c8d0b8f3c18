/**
 * CIF tables in an Impala that was not changed: an external data source, API version V1.
 *
 * <p>Start at {@link dev.cif.impala.CifDataSource}. A {@code SharedScan} hands out the rows of many
 * split-directories to any number of threads; a {@code SplitCursor} reads one of them.
 */
package dev.cif.impala;
