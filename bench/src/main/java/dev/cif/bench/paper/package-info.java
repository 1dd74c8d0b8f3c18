/**
 * {@code bench/paper/run}: the experiments of the paper (section 6 and appendix B), over again, one
 * command for each figure and table.
 */
package dev.cif.bench.paper;
