/**
 * Data source {@code cif} of Spark 3.5 and 4, for unpatched Spark. Start at {@link
 * dev.cif.spark.CifDataSource}.
 */
package dev.cif.spark;
