package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;

/**
 * A stream as it would be written.
 *
 * @param content encoding and payload
 * @param nanos estimated time to decode all values, {@link DecodingTime}
 * @param hasSymbols whether it, or a stream in it, is one of symbols
 */
record Encoded(Output content, double nanos, boolean hasSymbols) {
  Encoded(Output content, double nanos) {
    this(content, nanos, false);
  }

  /** Whether it is a stream of integers in encoding constant. */
  boolean isConstant() {
    return content.array()[0] == ConstantInts.ID;
  }

  double cost(Goal goal) {
    return goal.cost(content.size(), nanos);
  }
}
