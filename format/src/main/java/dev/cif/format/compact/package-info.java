/**
 * Joins small split-directories of a data set: plans the groups, rewrites their rows, and names the
 * results. {@link dev.cif.format.commit.TableInsert} puts the results in their place.
 */
package dev.cif.format.compact;
