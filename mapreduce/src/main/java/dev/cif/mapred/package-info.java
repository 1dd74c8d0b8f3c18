/**
 * Counterparts of {@link dev.cif.mapreduce.ColumnInputFormat}, {@link
 * dev.cif.mapreduce.ColumnOutputFormat} and {@link dev.cif.mapreduce.join.BucketInputFormat} for
 * Hadoop's older interface, {@code org.apache.hadoop.mapred}.
 */
package dev.cif.mapred;
