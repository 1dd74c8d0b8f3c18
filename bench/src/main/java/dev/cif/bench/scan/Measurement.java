package dev.cif.bench.scan;

import java.io.Serializable;

/** The answer of one run of a task, and its time on the wall and on the thread that ran it. */
record Measurement(long answer, long wallNanos, long cpuNanos) implements Serializable {}
