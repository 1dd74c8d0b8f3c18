/**
 * The formats that are compared. A {@link dev.cif.bench.formats.Storage} works as in MapReduce:
 * rows are Avro's records, read by the format's input format as the objects that it hands to a map
 * function. A {@link dev.cif.bench.formats.FormatUnderTest} works without that layer: rows are
 * bytes and integers, read by the format's own fastest reader.
 */
package dev.cif.bench.formats;
