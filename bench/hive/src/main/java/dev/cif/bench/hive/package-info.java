/**
 * TPC-H in Hive over CIF, ORC and Parquet: the same queries, plans and settings, answers compared
 * before anything is timed, formats by turns. {@link dev.cif.bench.hive.HiveBench} is where it
 * starts.
 */
package dev.cif.bench.hive;
