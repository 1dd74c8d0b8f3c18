package dev.cif.bench.paper;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link Follower} takes its orders from: the process that has started it, by the standard
 * input and output. Whatever else this process prints goes to the standard error.
 */
final class Leader {
  private final ObjectOutputStream out;
  private final ObjectInputStream in;

  Leader() throws IOException {
    out = new ObjectOutputStream(System.out);
    out.flush();
    System.setOut(System.err);
    in = new ObjectInputStream(System.in);
  }

  /** Runs things as it is told, until it is told what all have found; returns that. */
  @SuppressWarnings("unchecked") // The leader runs the same program.
  <T extends Serializable> Map<String, List<T>> follow(Map<String, Experiment.Measured<T>> things)
      throws Exception {
    while (true) {
      Object told = in.readObject();
      if (told instanceof Map<?, ?> outcomes) {
        Map<String, List<T>> ordered = new LinkedHashMap<>();
        things.keySet().forEach(thing -> ordered.put(thing, (List<T>) outcomes.get(thing)));
        return ordered;
      }
      System.gc();
      out.writeObject(things.get((String) told).run());
      out.reset();
      out.flush();
    }
  }
}
