/** Sorts the rows of a split-directory that is written, in memory and through a local file. */
package dev.cif.format.internal.sort;
