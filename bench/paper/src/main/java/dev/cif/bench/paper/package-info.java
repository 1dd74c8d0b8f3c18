/**
 * The experiments of the paper (sections 6 and appendix B), over again: data sets, the formats that
 * are compared, and one command for each figure and table.
 */
package dev.cif.bench.paper;
