/** Joins tables whose rows are in buckets, within the tasks of a job. */
package dev.cif.mapreduce.join;
