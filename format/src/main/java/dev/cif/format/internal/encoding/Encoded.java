package dev.cif.format.internal.encoding;

import dev.cif.format.internal.io.Output;
import java.util.Set;

/**
 * An encoded stream that is not written yet.
 *
 * @param content encoding and payload
 * @param nanos estimated time to decode all values, see {@link DecodingTime}
 * @param features features that a reader must know for the stream and for the streams in it
 */
record Encoded(Output content, double nanos, Set<StreamFeature> features) {
  Encoded(Output content, double nanos) {
    this(content, nanos, StreamFeature.NONE);
  }

  /** Returns true if this is a stream of integers in encoding constant. */
  boolean isConstant() {
    return content.array()[0] == ConstantInts.ID;
  }

  double cost(Goal goal) {
    return goal.cost(content.size(), nanos);
  }
}
