package dev.cif.bench;

/** The answer of one run of a task, and its time on the wall and on the thread that ran it. */
record Measurement(long answer, long wallNanos, long cpuNanos) {
  String toLine() {
    return answer + " " + wallNanos + " " + cpuNanos;
  }

  static Measurement ofLine(String line) {
    String[] parts = line.split(" ", -1);
    if (parts.length != 3) {
      throw new IllegalStateException("the forked benchmark said: " + line);
    }
    return new Measurement(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }
}
