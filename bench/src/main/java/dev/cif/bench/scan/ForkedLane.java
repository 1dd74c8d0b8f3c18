package dev.cif.bench.scan;

import dev.cif.bench.timing.Follower;
import dev.cif.bench.timing.Leader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Format in its own JVM, so that no format's calls spoil another's inlining. */
final class ForkedLane implements Lane {
  private static final String SIZE = "size";
  private static final String DESCRIPTION = "description";

  private final String name;
  private final Follower jvm;

  ForkedLane(String name, List<String> arguments) throws IOException {
    this.name = name;
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--worker", "--formats", name));
    jvm = new Follower(name, ScanBench.class, all);
  }

  /** Serves a lane to the process that started this one, until that ends it. */
  static void serve(Lane lane) throws IOException {
    Leader leader = new Leader();
    while (true) {
      Object asked = leader.next();
      leader.answer(
          asked instanceof Task task
              ? lane.run(task)
              : asked.equals(SIZE) ? (Long) lane.size() : lane.description());
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() throws IOException {
    return (String) jvm.ask(DESCRIPTION);
  }

  @Override
  public long size() throws IOException {
    return (Long) jvm.ask(SIZE);
  }

  @Override
  public Measurement run(Task task) throws IOException {
    return (Measurement) jvm.ask(task);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
