package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;
import java.util.Set;

/**
 * A stream as it would be written.
 *
 * @param content encoding and payload
 * @param nanos estimated time to decode all values, {@link DecodingTime}
 * @param features that a reader must know for it, and for the streams in it
 */
record Encoded(Output content, double nanos, Set<StreamFeature> features) {
  Encoded(Output content, double nanos) {
    this(content, nanos, StreamFeature.NONE);
  }

  /** Whether it is a stream of integers in encoding constant. */
  boolean isConstant() {
    return content.array()[0] == ConstantInts.ID;
  }

  double cost(Goal goal) {
    return goal.cost(content.size(), nanos);
  }
}
