package dev.cif.bench.mrdb;

import java.io.Serializable;
import java.util.List;

/**
 * Costs of a task's jobs, and their answer.
 *
 * @param seconds time from the first job's start to the last one's end
 * @param shuffled bytes that reducers fetched, of all jobs
 * @param read bytes that the process read meanwhile, of tables, spills and outputs
 * @param answer lines of the last output, sorted
 */
record TaskRun(double seconds, long shuffled, long read, List<String> answer)
    implements Serializable {}
