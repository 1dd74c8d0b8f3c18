/**
 * CIF in services that run by themselves: PostgreSQL, Hive Metastore, HiveServer2, HDFS and YARN,
 * each in a container. Tests know them by JDBC and HTTP alone, as a client does.
 */
package dev.cif.itests;
