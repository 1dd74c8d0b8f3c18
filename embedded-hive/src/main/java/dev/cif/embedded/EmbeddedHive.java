package dev.cif.embedded;

import dev.cif.embedded.Statements.Statement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.io.SessionStream;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Schema;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.processors.CommandProcessor;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;
import org.apache.hadoop.hive.ql.processors.CommandProcessorFactory;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * A whole Hive in this process: Driver, metastore on Derby, local MapReduce or Tez.
 *
 * <p>Hive writes only below its home folder: {@code warehouse/}, {@code external/}, {@code
 * metastore/} (unless in memory), {@code logs/} and {@code tmp/}. A home that is kept can be opened
 * again, with its tables, by one process at a time.
 *
 * <p>Hive keeps much of its state per process, so one instance may be open at a time. Statements
 * run one after the other; the methods may be called from any thread. The JVM must be started with
 * the flags in {@code jvm.options} beside this class.
 */
public final class EmbeddedHive implements AutoCloseable {
  private final HiveProcess process;
  private final HiveLogs logs;
  private final HiveOutput output;
  private final SessionState session;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();

  /**
   * Home, engine and settings of an embedded Hive.
   *
   * @param home folder for all files that Hive writes; created if absent
   * @param engine execution engine; {@code SET hive.execution.engine} changes it later
   * @param inMemory true if the metastore is lost at close instead of kept in {@code home}
   * @param conf Hive and Hadoop settings that override this class's own
   */
  public record Options(Path home, Engine engine, boolean inMemory, Map<String, String> conf) {
    public Options {
      conf = Map.copyOf(conf);
    }

    /** Returns options for a home that can be opened again, on Tez. */
    public static Options kept(Path home) {
      return new Options(home, Engine.TEZ, false, Map.of());
    }

    /**
     * Returns options for a metastore in memory, on Tez; the caller deletes {@code home}
     * afterwards.
     */
    public static Options temporary(Path home) {
      return new Options(home, Engine.TEZ, true, Map.of());
    }

    public Options withEngine(Engine other) {
      return new Options(home, other, inMemory, conf);
    }

    /**
     * Returns options with transactional tables: each statement is a transaction of the
     * metastore's, which makes it slower. Nothing compacts unless the caller runs the metastore's
     * threads.
     */
    public Options withTransactions() {
      return withConf(HiveSettings.CONCURRENCY, "true")
          .withConf(HiveSettings.TXN_MANAGER, HiveSettings.DB_TXN_MANAGER);
    }

    public Options withConf(String key, String value) {
      Map<String, String> more = new LinkedHashMap<>(conf);
      more.put(key, value);
      return new Options(home, engine, inMemory, more);
    }
  }

  private EmbeddedHive(HiveProcess process) throws IOException {
    this.process = process;
    logs = process.logs();
    output = process.output();
    output.enter();
    try {
      session = new SessionState(process.conf());
      session.out = stream(printed);
      session.info = stream(complaints);
      session.err = stream(complaints);
      session.setIsSilent(true);
      SessionState.start(session);
    } finally {
      output.leave();
    }
  }

  /**
   * Starts a Hive.
   *
   * @throws IOException if the home cannot be written or its metastore is in use by another process
   * @throws IllegalStateException if one is open in this process, or JVM flags are missing
   */
  public static EmbeddedHive open(Options options) throws IOException {
    HiveProcess process = HiveProcess.begin(options, "a Hive within a program");
    try {
      return new EmbeddedHive(process);
    } catch (IOException | RuntimeException e) {
      throw process.notStarted(e);
    }
  }

  /**
   * Runs one statement: SQL, or a command such as SET, DFS or ADD JAR. A terminating {@code ;} is
   * not expected.
   *
   * @throws HiveStatementException if Hive refuses it or it fails
   */
  public synchronized Result run(String sql) throws HiveStatementException {
    SessionState.setCurrentSessionState(session);
    printed.reset();
    complaints.reset();
    logs.forgetFault();
    output.enter();
    try {
      return execute(sql.trim());
    } catch (CommandProcessorException | SQLException | IOException | RuntimeException e) {
      throw failure(sql.trim(), e);
    } finally {
      output.leave();
    }
  }

  private Result execute(String sql) throws CommandProcessorException, SQLException, IOException {
    long start = System.nanoTime();
    String[] words = sql.split("\\s+");
    List<Object[]> rows = new ArrayList<>();
    CommandProcessor processor = CommandProcessorFactory.get(words, session.getConf());
    List<Result.Column> columns;
    if (processor instanceof IDriver driver) {
      columns = drive(driver, sql, rows);
    } else {
      processor.run(sql.substring(words[0].length()).trim());
      columns = printedRows(rows);
    }
    return new Result(columns, rows, (System.nanoTime() - start) / 1e9);
  }

  /**
   * Runs the statements of a script one after the other, up to the first that fails.
   *
   * @param script statements divided by {@code ;}, see {@link Statements}
   * @return one result per statement
   */
  public List<Result> runScript(String script) throws HiveStatementException {
    List<Result> results = new ArrayList<>();
    for (Statement statement : Statements.split(script)) {
      results.add(run(statement.sql()));
    }
    return results;
  }

  /** Ends the session and shuts the metastore down; a kept home may then be opened elsewhere. */
  @Override
  public synchronized void close() throws IOException {
    SessionState.setCurrentSessionState(session);
    output.enter();
    try (process) {
      session.close();
    } finally {
      output.leave();
    }
  }

  private static List<Result.Column> drive(IDriver driver, String sql, List<Object[]> rows)
      throws CommandProcessorException, IOException {
    try {
      driver.run(sql);
      List<Object> batch = new ArrayList<>();
      while (driver.getResults(batch)) {
        for (Object row : batch) {
          rows.add(row instanceof Object[] cells ? cells : split(String.valueOf(row)));
        }
        batch.clear();
      }
      // An INSERT has the schema of its query, but no result.
      boolean result = driver.isFetchingTable() || !rows.isEmpty();
      return result ? columns(driver.getSchema()) : List.of();
    } finally {
      driver.close();
    }
  }

  /** Splits a row of a DDL statement such as DESCRIBE, which is tab-separated text. */
  private static Object[] split(String line) {
    return line.split("\t", -1);
  }

  private static List<Result.Column> columns(Schema schema) {
    List<Result.Column> columns = new ArrayList<>();
    if (schema != null && schema.getFieldSchemas() != null) {
      for (FieldSchema field : schema.getFieldSchemas()) {
        columns.add(new Result.Column(field.getName(), field.getType()));
      }
    }
    return columns;
  }

  private List<Result.Column> printedRows(List<Object[]> rows) {
    String text = printed.toString(StandardCharsets.UTF_8);
    text.lines().forEach(line -> rows.add(new Object[] {line}));
    return rows.isEmpty() ? List.of() : List.of(new Result.Column("output", "string"));
  }

  private HiveStatementException failure(String sql, Exception e) {
    String message = e instanceof CommandProcessorException ? e.getMessage() : null;
    String told = message == null ? HiveProcess.rootOf(e) : message;
    StringBuilder text = new StringBuilder(TaskDiagnostics.brief(told));
    String printed = complaints.toString(StandardCharsets.UTF_8).trim();
    // A text with a stack trace is Tez's diagnostics, which the exception holds too.
    add(text, TaskDiagnostics.brief(printed).equals(printed) ? printed : "");
    Throwable fault = logs.fault();
    if (fault != null) {
      add(text, HiveProcess.rootOf(fault));
    }
    add(text, HiveProcess.unreachable(e, session.getConf()));
    if (e instanceof CommandProcessorException refused) {
      add(text, UpdateHint.of(sql, refused, session.getConf()));
    }
    return new HiveStatementException(sql, text.toString(), e);
  }

  private static void add(StringBuilder text, String more) {
    if (text.indexOf(more) < 0) {
      text.append('\n').append(more);
    }
  }

  private static SessionStream stream(ByteArrayOutputStream out)
      throws UnsupportedEncodingException {
    return new SessionStream(out, true, StandardCharsets.UTF_8.name());
  }
}
