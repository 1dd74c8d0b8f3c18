/** Adds a column to a table by a job that computes its values from the others. */
package dev.cif.mapreduce.derive;
