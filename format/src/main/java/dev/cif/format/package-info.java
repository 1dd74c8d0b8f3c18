/**
 * Library of the CIF format: schemas, split-directories, readers and writers. It depends on
 * Hadoop's FileSystem, and on no engine. Start reading at {@link dev.cif.format.SplitReader}.
 */
package dev.cif.format;
