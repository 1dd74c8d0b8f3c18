package dev.cif.format.internal.encoding;

import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Optimize;
import java.util.ArrayList;
import java.util.List;

/** Goals that tests encode for. */
final class Goals {
  private Goals() {}

  static Goal balanced(Compression codec) {
    return new Goal(codec, Optimize.BALANCED);
  }

  /** The least size, for tests that want a codec to be used. */
  static Goal size(Compression codec) {
    return new Goal(codec, Optimize.SIZE);
  }

  /** Every mode with each of the codecs. */
  static List<Goal> all(Compression... codecs) {
    List<Goal> goals = new ArrayList<>();
    for (Optimize optimize : Optimize.values()) {
      for (Compression codec : codecs) {
        goals.add(new Goal(codec, optimize));
      }
    }
    return goals;
  }
}
