/**
 * CIF for MapReduce, after the paper: ColumnInputFormat, ColumnOutputFormat (section 4.2), lazy and
 * eager records (section 5). {@code dev.cif.mapred} holds their counterparts for Hadoop's older
 * interface. Start reading at {@link dev.cif.mapreduce.scan.ColumnScan} and {@link
 * dev.cif.mapreduce.write.ColumnTaskWriter}, on which both are built.
 */
package dev.cif.mapreduce;
