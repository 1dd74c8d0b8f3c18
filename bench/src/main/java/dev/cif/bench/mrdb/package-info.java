/**
 * MR/DB's tasks (Pavlo and others, SIGMOD 2009; run by Cogset, 2010) as MapReduce jobs: the same
 * job over each format, and two joins that only CIF's tables support. Start reading at {@link
 * dev.cif.bench.mrdb.MrdbBench} and {@link dev.cif.bench.mrdb.ScanTask}.
 */
package dev.cif.bench.mrdb;
