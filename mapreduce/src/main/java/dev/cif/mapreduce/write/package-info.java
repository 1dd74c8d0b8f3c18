/** Writes the output of tasks, and commits it. */
package dev.cif.mapreduce.write;
