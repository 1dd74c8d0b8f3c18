/**
 * Joins small split-directories of a data set into few: which go together, how they are written
 * once more, and under which name. {@link dev.cif.format.commit.TableInsert} puts what was written
 * in their place.
 */
package dev.cif.format.compact;
