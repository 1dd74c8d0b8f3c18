/** Facts of a table that Hive's metastore keeps: keys of columns, defaults, partition columns. */
package dev.cif.hive.table;
