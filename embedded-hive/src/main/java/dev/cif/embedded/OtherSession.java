package dev.cif.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hive.common.io.SessionStream;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * A second session beside that of an embedded Hive, in its process: in its own thread, with its own
 * Tez. Rows are lines in the form of {@link Result#lines}.
 */
public final class OtherSession implements AutoCloseable {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private SessionState session;

  /** Opens a session while the embedded Hive is open. */
  public OtherSession() throws Exception {
    this(null, Map.of());
  }

  /**
   * Opens one as a server does for a user: its process stays the user that it is.
   *
   * @param user who has connected; null for that of the process
   * @param settings of the session, with which its authorizer is made
   */
  public OtherSession(String user, Map<String, String> settings) throws Exception {
    thread.submit(() -> open(user, settings)).get();
  }

  private Void open(String user, Map<String, String> settings) throws Exception {
    HiveConf conf = new HiveConf();
    settings.forEach(conf::set);
    session = new SessionState(conf, user);
    session.setIsHiveServerQuery(user != null);
    session.setIsSilent(true);
    session.out =
        new SessionStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8.name());
    session.info = session.out;
    session.err = session.out;
    SessionState.start(session);
    return null;
  }

  /** Sets a setting for all later statements. */
  public void set(String key, String value) throws Exception {
    thread.submit(() -> session.getConf().set(key, value)).get();
  }

  /** Runs a statement to its end. */
  public List<String> run(String sql) throws Exception {
    return start(sql).get();
  }

  /** Starts a statement. */
  public Future<List<String>> start(String sql) {
    return start(sql, Map.of());
  }

  /**
   * Starts a statement.
   *
   * @param settings settings for this statement only
   */
  public Future<List<String>> start(String sql, Map<String, String> settings) {
    return thread.submit(
        () -> {
          HiveConf conf = new HiveConf(SessionState.get().getConf());
          settings.forEach(conf::set);
          return execute(sql, conf);
        });
  }

  private static List<String> execute(String sql, HiveConf conf) throws Exception {
    List<String> rows = new ArrayList<>();
    try (IDriver driver = DriverFactory.newDriver(conf)) {
      driver.run(sql);
      List<Object> batch = new ArrayList<>();
      while (driver.getResults(batch)) {
        for (Object row : batch) {
          Object[] cells = row instanceof Object[] many ? many : new Object[] {row};
          rows.addAll(new Result(List.of(), List.<Object[]>of(cells), 0).lines());
        }
        batch.clear();
      }
    }
    return rows;
  }

  /** Ends the session, after its statements have ended. */
  @Override
  public void close() throws IOException {
    Future<Void> closed =
        thread.submit(
            () -> {
              session.close();
              return null;
            });
    thread.shutdown();
    try {
      closed.get();
    } catch (ExecutionException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
