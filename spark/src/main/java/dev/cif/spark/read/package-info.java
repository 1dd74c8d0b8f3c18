/** Reads tables: what Spark pushes down, how rows are divided among tasks, batches of columns. */
package dev.cif.spark.read;
