/** Plans the tasks of a job, and reads the rows of each. */
package dev.cif.mapreduce.scan;
