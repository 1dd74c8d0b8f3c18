package dev.cif.demo;

/**
 * Cost of one query on one table.
 *
 * @param seconds wall-clock time from the statement to its last row
 * @param filesOpened number of the table's files that were opened
 * @param bytesRead number of bytes of the table's files that were read
 * @param bytesStored length of all the table's files together
 */
record Measure(double seconds, int filesOpened, long bytesRead, long bytesStored) {}
