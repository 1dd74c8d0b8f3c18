package dev.cif.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code cif load} as a MapReduce program: {@code hadoop jar ... dev.cif.cli.command.LoadTool
 * -Dkey=value --from avro SRC --to DIR}. It takes Hadoop's own options and those of the command.
 * Without {@code --jobs} it runs as many maps at a time as possible.
 */
public final class LoadTool extends Configured implements Tool {
  private static final String JOBS = "--jobs";

  /** Runs the command, and returns its exit code. */
  @Override
  public int run(String[] args) {
    List<String> words = new ArrayList<>(List.of("load"));
    if (Arrays.stream(args).noneMatch(a -> a.equals(JOBS) || a.startsWith(JOBS + "="))) {
      words.addAll(List.of(JOBS, "0"));
    }
    words.addAll(Arrays.asList(args));
    PrintStream out = print(FileDescriptor.out);
    int status = Cif.run(getConf(), out, print(FileDescriptor.err), words.toArray(String[]::new));
    out.flush();
    return status;
  }

  private static PrintStream print(FileDescriptor to) {
    return new PrintStream(new FileOutputStream(to), true, StandardCharsets.UTF_8);
  }

  /** Runs the command, and ends the process. */
  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().exit(ToolRunner.run(new LoadTool(), args));
  }
}
