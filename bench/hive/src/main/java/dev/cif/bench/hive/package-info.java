/**
 * TPC-H in Hive over CIF, ORC and Parquet: the same queries, plans and settings, answers compared
 * before anything is timed, formats by turns. Start reading at {@link
 * dev.cif.bench.hive.HiveBench}.
 */
package dev.cif.bench.hive;
