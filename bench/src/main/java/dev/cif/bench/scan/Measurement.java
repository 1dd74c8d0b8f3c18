package dev.cif.bench.scan;

import java.io.Serializable;

/** Answer of one run of a task, with its wall-clock time and the CPU time of its thread. */
record Measurement(long answer, long wallNanos, long cpuNanos) implements Serializable {}
