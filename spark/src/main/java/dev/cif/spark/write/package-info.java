/** Writes tables: tasks write split-directories aside, and the driver publishes all in one step. */
package dev.cif.spark.write;
