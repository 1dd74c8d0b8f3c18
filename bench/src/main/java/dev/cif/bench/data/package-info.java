/**
 * What is written and read: the paper's data sets and some of our own, made from seeds, and the
 * answers that scans of them have to give.
 */
package dev.cif.bench.data;
