/**
 * The formats that are compared. A {@link dev.cif.bench.formats.Storage} is used as MapReduce uses
 * it: rows are Avro's records, read by the format's input format as the objects that it hands to a
 * map function. A {@link dev.cif.bench.formats.FormatUnderTest} is used with nothing between: rows
 * are bytes and integers, read by the format's own fastest reader.
 */
package dev.cif.bench.formats;
