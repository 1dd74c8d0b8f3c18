/** The column cache in Hive: a query that scans one table twice, alone and several at a time. */
package dev.cif.bench.hive.cache;
