/** Benchmarks of the cost and the savings of the column cache. */
package dev.cif.bench.cache;
