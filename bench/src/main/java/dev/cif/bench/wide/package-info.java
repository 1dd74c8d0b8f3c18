/** Benchmark of tables of very many columns. */
package dev.cif.bench.wide;
