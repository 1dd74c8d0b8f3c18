/**
 * {@code bench/paper/run}: repeats the experiments of the paper (section 6 and appendix B), one
 * command for each figure and table.
 */
package dev.cif.bench.paper;
