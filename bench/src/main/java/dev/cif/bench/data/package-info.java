/**
 * Data sets of the benchmarks: the paper's and some of our own, generated from seeds, and the
 * answers that scans of them must give.
 */
package dev.cif.bench.data;
