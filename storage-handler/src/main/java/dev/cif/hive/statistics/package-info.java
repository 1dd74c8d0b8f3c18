/**
 * Statistics of columns for Hive's planner, from the summaries in schema files (FORMAT.md section
 * 5.4). {@link dev.cif.hive.statistics.StatisticsHook} finds the statements that need them, {@link
 * dev.cif.hive.statistics.StatisticsTask} writes them into the metastore. Of tables {@code STORED
 * BY} CIF, {@link dev.cif.hive.statistics.TableStatistics} counts rows and answers aggregations,
 * and {@link dev.cif.hive.statistics.StoredByStatistics} describes columns.
 */
package dev.cif.hive.statistics;
