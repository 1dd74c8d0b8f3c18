/** {@code bench/optimize}: what each mode of layout auto makes of a table's columns. */
package dev.cif.bench.optimize;
