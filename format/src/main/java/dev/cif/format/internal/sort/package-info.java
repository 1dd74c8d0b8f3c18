/**
 * External sort of the rows of a split-directory that is being written, in memory and a local file.
 */
package dev.cif.format.internal.sort;
