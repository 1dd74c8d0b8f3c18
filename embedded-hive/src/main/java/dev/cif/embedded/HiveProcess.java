package dev.cif.embedded;

import dev.cif.embedded.EmbeddedHive.Options;
import dev.cif.embedded.io.LocalFiles;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.conf.HiveConf;

/**
 * The home, settings, logs and metastore of the Hive in this process. Hive keeps much of its state
 * per process, so there is one at a time.
 */
final class HiveProcess implements AutoCloseable {
  private static final AtomicBoolean OPEN = new AtomicBoolean();

  /** Derby's SQL state if another process has the database open. */
  private static final String IN_USE = "XSDB6";

  /** Derby's SQL state if a database was shut down properly. */
  private static final String SHUT_DOWN = "08006";

  /** Hive's message if none of a metastore's addresses answers. */
  private static final String NO_ANSWER = "Could not connect to meta store";

  private static final String METASTORE_URIS = "hive.metastore.uris";

  private final Options options;
  private final HiveSettings settings;
  private final HomeLock lock;
  private final HiveConf conf;
  private final HiveLogs logs;
  private final HiveOutput output;

  private HiveProcess(Options options, HomeLock lock) throws IOException {
    this.options = options;
    this.lock = lock;
    settings = new HiveSettings(options);
    conf = settings.conf();
    logs = new HiveLogs(settings.log());
    output = new HiveOutput(settings.printed());
    System.setProperty("derby.stream.error.file", settings.derbyLog().toString());
  }

  /**
   * Takes the home.
   *
   * @param holder description of this process for others that want the home
   * @throws IOException if the home cannot be written, or another process has it
   * @throws IllegalStateException if one is open in this process, or JVM flags are missing
   */
  static HiveProcess begin(Options options, String holder) throws IOException {
    checkJvm();
    if (!OPEN.compareAndSet(false, true)) {
      throw new IllegalStateException("An embedded Hive is open in this process: close it first");
    }
    HomeLock lock = HomeLock.NONE;
    try {
      LocalFiles.makeDefault();
      if (!options.inMemory()) {
        lock = HomeLock.take(options.home(), holder);
      }
      return new HiveProcess(options, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      OPEN.set(false);
      throw e;
    }
  }

  HiveConf conf() {
    return conf;
  }

  HiveLogs logs() {
    return logs;
  }

  HiveOutput output() {
    return output;
  }

  /** Gives the home back after a start that failed, and returns an exception with the reason. */
  IOException notStarted(Exception e) {
    output.close();
    lock.close();
    OPEN.set(false);
    String why = unreachable(e, conf);
    if (why.isEmpty()) {
      why = isInUse(e) ? HomeLock.inUse("another process") : rootOf(e);
    }
    return new IOException(
        "Hive does not start in " + options.home() + " (see " + settings.log() + "): " + why, e);
  }

  private static boolean isInUse(Throwable e) {
    for (Throwable at = e; at != null && at.getCause() != at; at = at.getCause()) {
      if (at instanceof SQLException sql && IN_USE.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** Shuts the metastore down; a kept home may then be opened elsewhere. */
  @Override
  public void close() throws IOException {
    output.enter();
    try {
      TransactionTables.disconnect();
      shutDownDerby();
    } finally {
      output.leave();
      output.close();
      lock.close();
      OPEN.set(false);
    }
  }

  private void shutDownDerby() throws IOException {
    try {
      DriverManager.getConnection(settings.derbyShutdown()).close();
    } catch (SQLException e) {
      // Derby reports a clean shutdown of a database as an error.
      if (!SHUT_DOWN.equals(e.getSQLState())) {
        throw new IOException("The metastore did not shut down: " + e.getMessage(), e);
      }
    }
  }

  /**
   * Returns advice if the metastore is another process and can't be reached; else an empty string.
   */
  static String unreachable(Throwable e, HiveConf conf) {
    String uris = conf.get(METASTORE_URIS, "");
    for (Throwable at = e; at != null && at.getCause() != at; at = at.getCause()) {
      if (!uris.isEmpty() && String.valueOf(at.getMessage()).contains(NO_ANSWER)) {
        return "the metastore at "
            + uris
            + " does not answer ("
            + lastFailure(at.getMessage())
            + "); start it, or correct hive.metastore.uris";
      }
    }
    return "";
  }

  /** Returns the failure that Hive appends to its own message, without the stack trace. */
  private static String lastFailure(String message) {
    String line = message.substring(message.indexOf(NO_ANSWER)).lines().findFirst().orElseThrow();
    return line.substring(line.lastIndexOf(": ") < 0 ? 0 : line.lastIndexOf(": ") + 2);
  }

  /**
   * Returns the message of the innermost cause. A CifException among the causes comes first, as it
   * names file and place.
   */
  static String rootOf(Throwable e) {
    Throwable root = e;
    while (!(root instanceof CifException) && root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private static void checkJvm() {
    Module base = Pattern.class.getModule();
    if (!base.isOpen(Pattern.class.getPackageName(), HiveProcess.class.getModule())) {
      throw new IllegalStateException(
          "Start the JVM with the --add-opens flags of dev/cif/embedded/jvm.options");
    }
  }
}
