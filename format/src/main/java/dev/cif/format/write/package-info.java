/**
 * Writes split-directories. {@link dev.cif.format.write.SplitWriter} writes one, and {@link
 * dev.cif.format.write.RollingSplitWriter} as many as the rows need.
 */
package dev.cif.format.write;
