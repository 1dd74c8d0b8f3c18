package dev.cif.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A format in a JVM of its own, so that no format's calls spoil another's inlining. It is told a
 * task a line, answers a line, and sleeps between; so the runs of all formats still take turns.
 */
final class ForkedLane implements Lane {
  /** Asks for {@link Lane#size} in place of a task. */
  static final String SIZE = "SIZE";

  private final String name;
  private final Process process;
  private final BufferedWriter tasks;
  private final BufferedReader answers;
  private final String description;

  ForkedLane(String name, List<String> arguments) throws IOException {
    this.name = name;
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ScanBench.class.getName());
    command.addAll(arguments);
    command.add("--worker");
    command.add("--formats");
    command.add(name);
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    tasks = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    description = line();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public long size() throws IOException {
    return Long.parseLong(ask(SIZE));
  }

  @Override
  public Measurement run(Task task) throws IOException {
    return Measurement.ofLine(ask(task.name()));
  }

  private String ask(String question) throws IOException {
    tasks.write(question);
    tasks.newLine();
    tasks.flush();
    return line();
  }

  private String line() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the JVM of format " + name + " ended early; its errors stand above");
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    tasks.close();
    answers.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
