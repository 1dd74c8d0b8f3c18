/**
 * The twins of {@link dev.cif.mapreduce.ColumnInputFormat} and {@link
 * dev.cif.mapreduce.ColumnOutputFormat} for Hadoop's older interface, {@code
 * org.apache.hadoop.mapred}.
 */
package dev.cif.mapred;
