package dev.cif.demo;

/**
 * What one query cost on one table.
 *
 * @param seconds wall-clock time from the statement to its last row
 * @param filesOpened how many of the table's files were opened
 * @param bytesRead how many bytes of the table's files were read
 * @param bytesStored the length of all the table's files together
 */
record Measure(double seconds, int filesOpened, long bytesRead, long bytesStored) {}
