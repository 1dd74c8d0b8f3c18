/** Rows as records of Avro, lazy and eager (paper, section 5.1). */
package dev.cif.mapreduce.record;
