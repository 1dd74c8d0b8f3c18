package dev.cif.embedded;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hive.common.io.SessionStream;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.session.SessionState;

/** A second session in the process of an embedded Hive, in a thread of its own. */
final class OtherSession implements AutoCloseable {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private SessionState session;

  OtherSession() throws Exception {
    thread.submit(this::start).get();
  }

  private Void start() throws Exception {
    session = new SessionState(new HiveConf());
    session.setIsSilent(true);
    session.out =
        new SessionStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8.name());
    session.info = session.out;
    session.err = session.out;
    SessionState.start(session);
    return null;
  }

  /** Runs a statement to its end. */
  List<String> run(String sql) throws Exception {
    return thread.submit(() -> execute(sql)).get();
  }

  private static List<String> execute(String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (IDriver driver = DriverFactory.newDriver(new HiveConf(SessionState.get().getConf()))) {
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

  @Override
  public void close() throws Exception {
    thread
        .submit(
            () -> {
              session.close();
              return null;
            })
        .get();
    thread.shutdown();
  }
}
