package dev.cif.cli.command;

import dev.cif.cli.load.TargetFileSystems;
import dev.cif.cli.query.QueryException;
import dev.cif.cli.query.TableSchema;
import dev.cif.embedded.io.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Command {@code cif}: the common base of its subcommands.
 *
 * <p>Exit codes: 0 success, 1 an error in data or storage, 2 an error in the command line. An error
 * is one line on standard error that begins with {@code cif:}.
 */
@Command(
    name = "cif",
    description = "Loads, shows and checks CIF tables, and runs SQL over them.",
    mixinStandardHelpOptions = true,
    versionProvider = Cif.Version.class,
    subcommands = {
      LoadCommand.class,
      CatCommand.class,
      GetCommand.class,
      MetaCommand.class,
      VerifyCommand.class,
      UpdateCommand.class,
      DeleteCommand.class,
      MergeCommand.class,
      AddColumnCommand.class,
      AdoptCommand.class,
      HistoryCommand.class,
      UndoCommand.class,
      CompactCommand.class,
      VacuumCommand.class,
      PlacementCommand.class,
      TierCommand.class,
      ImpalaAnchorsCommand.class,
      SqlCommand.class,
      ServerCommand.class,
      AutoComplete.GenerateCompletion.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Paths are local or any Hadoop URI, such as hdfs://host/table.",
      "Exit codes: 0 success, 1 an error in the data, 2 an error in the command line.",
    })
public final class Cif implements Runnable {
  static final int OK = 0;
  static final int DATA_ERROR = 1;
  static final int USAGE_ERROR = 2;

  /** Hadoop's setting for the class of local files, which is not set by default. */
  private static final String LOCAL_FILES = "fs.file.impl";

  private static final Pattern STACK_FRAME = Pattern.compile("at [\\w.$/]+\\(.*\\)");

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Shows where an error came from.")
  private boolean stacktrace;

  private final PrintStream out;
  private final PrintStream err;
  private final Configuration conf;
  private FileSystem local;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Cif(PrintStream out, PrintStream err, Configuration conf) {
    this.out = out;
    this.err = err;
    this.conf = conf;
  }

  /**
   * Runs a command line.
   *
   * @param out stream for results
   * @param err stream for progress and errors
   * @return the exit code
   */
  public static int run(PrintStream out, PrintStream err, String... args) {
    return run(new Configuration(), out, err, args);
  }

  /** Runs a command line with settings of Hadoop. */
  static int run(Configuration conf, PrintStream out, PrintStream err, String... args) {
    Cif cif = new Cif(out, err, conf);
    CommandLine line =
        new CommandLine(cif)
            .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler((e, a) -> cif.usageError(e))
            .setExecutionExceptionHandler((e, c, r) -> cif.error(e));
    return line.execute(args);
  }

  /** Refuses {@code cif} without a command. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "a command is missing; cif --help lists them");
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  Configuration conf() {
    return conf;
  }

  Path path(String text) throws UsageException {
    try {
      return new Path(text);
    } catch (IllegalArgumentException e) {
      boolean isRelative = text.indexOf(':') > 0 && !text.startsWith("/") && !text.startsWith(".");
      throw new UsageException(
          "'"
              + text
              + "' is no path: "
              + (isRelative
                  ? "what stands before the colon is taken for a file system; if the name has one,"
                      + " write './"
                      + text
                      + "'"
                  : e.getMessage()),
          e);
    }
  }

  /**
   * Returns the file system of a path. For local paths it writes no checksum side files of
   * Hadoop's: a CIF file carries its own. It also starts no process for each file, as Hadoop's does
   * without its native library.
   */
  FileSystem fileSystem(Path path) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    if (!(fs instanceof LocalFileSystem)) {
      return fs;
    }
    if (local == null) {
      local =
          TargetFileSystems.local(
              conf.getClass(LOCAL_FILES, LocalFiles.class, LocalFileSystem.class), conf);
    }
    return local;
  }

  /** Reads all schema files of a table whose values are to be read. */
  TableSchema readSchema(FileSystem fs, Path folder) throws IOException {
    return listing(() -> TableSchema.read(fs, folder));
  }

  /** Reads all schema files of a table of which no values are read. */
  TableSchema showSchema(FileSystem fs, Path folder) throws IOException {
    return listing(() -> TableSchema.forShow(fs, folder));
  }

  /** Says what is done where it takes long. */
  private TableSchema listing(Progress.Work<TableSchema, IOException> reading) throws IOException {
    return Progress.waiting(err, "listing split-directories", reading);
  }

  private int usageError(CommandLine.ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    report(e.getMessage() + " (see " + command + " --help)", e);
    return USAGE_ERROR;
  }

  private int error(Exception e) {
    if (e instanceof UsageException || e instanceof QueryException) {
      report(e.getMessage(), e);
      return USAGE_ERROR;
    }
    String message = e.getMessage();
    boolean telling = message != null && (e instanceof IOException || isArgument(e));
    report(telling ? message : e.toString(), e);
    return DATA_ERROR;
  }

  private static boolean isArgument(Exception e) {
    return e instanceof IllegalArgumentException || e instanceof CommandException;
  }

  /** Prints an error as one line, without the stack trace that a service's message ends with. */
  void report(String message, Throwable cause) {
    String line =
        message
            .lines()
            .map(String::strip)
            .filter(s -> !s.isEmpty() && !STACK_FRAME.matcher(s).matches())
            .collect(Collectors.joining("; "));
    out.flush();
    err.println("cif: " + line);
    if (stacktrace && cause != null) {
      cause.printStackTrace(err);
    }
  }

  /** Version of the program, which the build writes into a file. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      return new String[] {version()};
    }
  }

  /** Returns name and version of the program. */
  static String version() throws IOException {
    try (InputStream in = Cif.class.getResourceAsStream("/dev/cif/cli/version")) {
      return "cif " + new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    }
  }

  /**
   * Checks that a folder exists.
   *
   * @throws CommandException if not
   */
  static void expectFolder(FileSystem fs, Path folder) throws IOException, CommandException {
    if (!fs.exists(folder)) {
      throw new CommandException(
          folder + ": there is no such folder", new FileNotFoundException(folder.toString()));
    }
  }
}
