package dev.cif.bench.timing;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The {@link Follower}s of a program, by names; each starts when it is first asked. */
public final class Followers implements Closeable {
  private final Class<?> program;
  private final List<String> arguments;
  private final Function<String, List<String>> more;
  private final Function<String, List<String>> flags;
  private final Map<String, Follower> started = new LinkedHashMap<>();

  /**
   * Creates followers that have this JVM's flags.
   *
   * @param arguments arguments of this process
   * @param more further arguments of the follower of a name, which make it one
   */
  public Followers(Class<?> program, List<String> arguments, Function<String, List<String>> more) {
    this(program, arguments, more, name -> List.of());
  }

  /**
   * Creates followers.
   *
   * @param flags flags of a follower's JVM besides this one's
   */
  public Followers(
      Class<?> program,
      List<String> arguments,
      Function<String, List<String>> more,
      Function<String, List<String>> flags) {
    this.program = program;
    this.arguments = arguments;
    this.more = more;
    this.flags = flags;
  }

  /** Sends a request to one of them; returns its answer. */
  public Object ask(String name, Serializable question) throws IOException {
    Follower follower = started.get(name);
    if (follower == null) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(more.apply(name));
      follower = new Follower(name, program, all, flags.apply(name));
      started.put(name, follower);
    }
    return follower.ask(question);
  }

  /** Sends a message to all that have started. */
  public void tell(Serializable what) throws IOException {
    for (Follower follower : started.values()) {
      follower.tell(what);
    }
  }

  @Override
  public void close() {
    started.values().forEach(Follower::close);
  }
}
