package dev.cif.cli.load;

/**
 * What a task has written. Immutable.
 *
 * @param task its number
 * @param splits split-directories
 * @param rows of them
 * @param rawBytes of their values before encoding
 * @param bytesWritten of their files
 */
record TaskResult(int task, int splits, long rows, long rawBytes, long bytesWritten) {}
