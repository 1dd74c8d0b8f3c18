package dev.cif.mapreduce;

import org.apache.hadoop.fs.Path;

/**
 * Where a row is.
 *
 * @param directory its split-directory
 * @param row its number there, from 0 on
 */
public record RowPlace(Path directory, long row) {}
