/**
 * CIF for MapReduce, as the paper has it: ColumnInputFormat, ColumnOutputFormat (section 4.2), lazy
 * and eager records (section 5). {@code dev.cif.mapred} holds the twins for Hadoop's older
 * interface. Start reading at {@link dev.cif.mapreduce.ColumnScan} and {@link
 * dev.cif.mapreduce.ColumnTaskWriter}, on which both stand.
 */
package dev.cif.mapreduce;
