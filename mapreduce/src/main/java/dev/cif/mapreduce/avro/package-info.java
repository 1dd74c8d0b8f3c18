/** Schemas of Avro for the types of the format, and its values as vectors. */
package dev.cif.mapreduce.avro;
