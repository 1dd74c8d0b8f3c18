/** {@code bench/optimize}: size and speed of a table's columns in each mode of layout auto. */
package dev.cif.bench.optimize;
