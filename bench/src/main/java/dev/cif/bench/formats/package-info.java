/**
 * The formats that are compared: one {@link dev.cif.bench.formats.FileFormat} each, which writes
 * Avro's records and reads them as a MapReduce job does, or by its fastest reader. {@link
 * dev.cif.bench.formats.FileFormats} has their names.
 */
package dev.cif.bench.formats;
