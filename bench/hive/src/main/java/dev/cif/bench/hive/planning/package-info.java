/**
 * How long Hive plans a table of many small files: CIF beside ORC, on an HDFS in this process.
 * {@link dev.cif.bench.hive.planning.PlanningBench} is where it starts.
 */
package dev.cif.bench.hive.planning;
