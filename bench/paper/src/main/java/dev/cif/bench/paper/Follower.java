package dev.cif.bench.paper;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Another JVM that runs the same experiment beside this one, for the sake of one format: code that
 * the JVM has compiled for several formats is slower for each, and map tasks of different formats
 * never share a JVM. It makes no data set, times nothing until it is told to, and is told what all
 * have found, so that it comes through the experiment as this one does. Not thread-safe.
 *
 * @see Leader
 */
final class Follower implements Closeable {
  private final String name;
  private final Process process;
  private final ObjectOutputStream out;
  private final ObjectInputStream in;

  /**
   * Starts one.
   *
   * @param name for messages
   * @param arguments of this program, and what makes it a follower
   */
  Follower(String name, List<String> arguments) throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Paper.class.getName()));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      out = new ObjectOutputStream(process.getOutputStream());
      out.flush();
      in = new ObjectInputStream(process.getInputStream());
    } catch (IOException e) {
      process.destroyForcibly();
      throw new IOException("the JVM for " + name + " did not start; see its messages above", e);
    }
  }

  /** Has a thing run there once; its outcome. */
  Object run(String thing) throws IOException, ClassNotFoundException {
    try {
      out.writeObject(thing);
      out.flush();
      return in.readObject();
    } catch (EOFException e) {
      throw new IOException("the JVM for " + name + " has failed; see its messages above", e);
    }
  }

  /** Tells what all have found, for it to go on. */
  <T extends Serializable> void tell(Map<String, List<T>> outcomes) throws IOException {
    HashMap<String, ArrayList<T>> copy = new HashMap<>();
    outcomes.forEach((thing, found) -> copy.put(thing, new ArrayList<>(found)));
    out.writeObject(copy);
    out.flush();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
