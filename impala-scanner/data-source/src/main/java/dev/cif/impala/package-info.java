/**
 * External data source, API version V1, for CIF tables in an unmodified Impala.
 *
 * <p>Start at {@link dev.cif.impala.CifDataSource}. A {@code SharedScan} distributes the rows of
 * many split-directories to any number of threads. A {@code SplitCursor} reads one of them.
 */
package dev.cif.impala;
