/**
 * Planning time of a table of many small files in Hive: CIF beside ORC, on an HDFS in this process.
 * Start reading at {@link dev.cif.bench.hive.planning.PlanningBench}.
 */
package dev.cif.bench.hive.planning;
