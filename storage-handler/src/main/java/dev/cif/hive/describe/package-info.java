/**
 * Keeps the table files of Hive's tables (FORMAT.md section 2.4) as the metastore has the tables,
 * for readers that know no metastore.
 */
package dev.cif.hive.describe;
