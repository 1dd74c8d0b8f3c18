package dev.cif.bench.timing;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Second JVM that runs the same program for one format only. Code that a JVM has compiled for
 * several formats is slower for each, and map tasks of different formats never share a JVM. A
 * follower acts on requests only, so that the runs of all formats still take turns. Not
 * thread-safe.
 *
 * @see Leader
 */
final class Follower implements Closeable {
  private final String name;
  private final Process process;
  private final ObjectOutputStream out;
  private final ObjectInputStream in;

  /**
   * Starts a follower.
   *
   * @param name name for messages
   * @param arguments arguments of the program, including the one that makes it a follower
   * @param flags flags of the JVM besides this one's; they override those, and its class path
   */
  Follower(String name, Class<?> program, List<String> arguments, List<String> flags)
      throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(flags);
    command.add(program.getName());
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

  /** Sends a message that needs no answer. */
  void tell(Serializable what) throws IOException {
    out.writeObject(what);
    out.flush();
  }

  /** Sends a request; returns its answer. */
  Object ask(Serializable question) throws IOException {
    try {
      tell(question);
      return in.readObject();
    } catch (EOFException e) {
      throw new IOException("the JVM for " + name + " has failed; see its messages above", e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the JVM for " + name + " runs another program", e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
