/**
 * Statistics of columns for Hive's planner, from the summaries in schema files (FORMAT.md section
 * 5.4). {@link dev.cif.hive.statistics.StatisticsHook} finds the statements that need them, {@link
 * dev.cif.hive.statistics.StatisticsTask} writes them into the metastore.
 */
package dev.cif.hive.statistics;
