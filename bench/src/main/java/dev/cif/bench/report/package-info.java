/**
 * Output of the benchmarks: tables and charts of figures, the machine they come from, and progress.
 */
package dev.cif.bench.report;
