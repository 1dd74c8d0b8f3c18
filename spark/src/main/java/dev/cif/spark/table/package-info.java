/** Folder of a table as Spark sees it: its types, its columns, and those that are folders. */
package dev.cif.spark.table;
