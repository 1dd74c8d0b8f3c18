package dev.cif.bench.hive.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
 * A session beside others in the process of an embedded Hive, in a thread of its own, with a Tez of
 * its own.
 */
final class Session implements AutoCloseable {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private SessionState session;

  Session() throws Exception {
    thread.submit(this::open).get();
  }

  private Void open() throws Exception {
    session = new SessionState(new HiveConf());
    session.setIsSilent(true);
    session.out =
        new SessionStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8.name());
    session.info = session.out;
    session.err = session.out;
    SessionState.start(session);
    return null;
  }

  /** Runs a query with settings. */
  Future<List<String>> start(String sql, Map<String, String> settings) {
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
          rows.add(row instanceof Object[] cells ? Arrays.toString(cells) : row.toString());
        }
        batch.clear();
      }
    }
    return rows;
  }

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
