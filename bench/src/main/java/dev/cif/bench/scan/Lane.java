package dev.cif.bench.scan;

import java.io.Closeable;
import java.io.IOException;

/** Where a format runs: in this process or in one of its own. Used from one thread. */
interface Lane extends Closeable {
  /** The format's name. */
  String name();

  /** The format's description. */
  String description() throws IOException;

  /** Bytes that were written by this run or an earlier one with as many rows; 0 if none were. */
  long size() throws IOException;

  /** Runs a task once. The answer of {@link Task#WRITE} is the size of what was written. */
  Measurement run(Task task) throws IOException;
}
