package dev.cif.cli.load;

/**
 * Output of a task. Immutable.
 *
 * @param task number of the task
 * @param splits number of split-directories
 * @param rows number of their rows
 * @param rawBytes bytes of their values before encoding
 * @param bytesWritten bytes of their files
 */
record TaskResult(int task, int splits, long rows, long rawBytes, long bytesWritten) {}
