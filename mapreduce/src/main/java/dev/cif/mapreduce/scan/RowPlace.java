package dev.cif.mapreduce.scan;

import org.apache.hadoop.fs.Path;

/**
 * Place of a row.
 *
 * @param directory split-directory of the row
 * @param row number of the row in it, from 0
 */
public record RowPlace(Path directory, long row) {}
