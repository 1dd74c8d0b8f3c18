package dev.cif.bench.scan;

import java.io.Closeable;
import java.io.IOException;

/** Place where a format runs: this process or one of its own. Used from one thread. */
interface Lane extends Closeable {
  /** Returns the format's name. */
  String name();

  /** Returns the format's description. */
  String description() throws IOException;

  /**
   * Returns the bytes written by this run or an earlier one with as many rows; 0 if there are none.
   */
  long size() throws IOException;

  /** Runs a task once. The answer of {@link Task#WRITE} is the number of bytes written. */
  Measurement run(Task task) throws IOException;
}
