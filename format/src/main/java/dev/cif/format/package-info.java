/**
 * The CIF format as a library: schemas, split-directories, readers and writers. It knows Hadoop's
 * FileSystem and Avro's Schema, and no engine. Start reading at {@link dev.cif.format.SplitReader}.
 */
package dev.cif.format;
