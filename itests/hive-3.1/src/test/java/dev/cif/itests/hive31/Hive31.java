package dev.cif.itests.hive31;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.processors.CommandProcessor;
import org.apache.hadoop.hive.ql.processors.CommandProcessorFactory;
import org.apache.hadoop.hive.ql.processors.CommandProcessorResponse;
import org.apache.hadoop.hive.ql.session.SessionState;

/** Hive 3.1 in this process, with a metastore in memory; one at a time. */
final class Hive31 {
  private final HiveConf conf;

  /** Starts it, with all its files in a folder. */
  Hive31(Path home) throws IOException {
    HiveConf.setHiveSiteLocation(site(home).toUri().toURL());
    conf = new HiveConf();
    SessionState session = new SessionState(conf);
    session.setIsSilent(true);
    SessionState.start(session);
  }

  private static Path site(Path home) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fs.defaultFS", "file:///");
    values.put(
        "hive.metastore.warehouse.dir",
        Files.createDirectories(home.resolve("warehouse")).toUri().toString());
    values.put("hive.exec.scratchdir", home.resolve("scratch").toString());
    values.put("hive.exec.local.scratchdir", home.resolve("local-scratch").toString());
    values.put("hive.querylog.location", home.resolve("query-log").toString());
    values.put("hive.downloaded.resources.dir", home.resolve("resources").toString());
    values.put("hive.user.install.directory", home.resolve("jars").toString());
    values.put("hadoop.tmp.dir", home.resolve("hadoop").toString());
    values.put("mapreduce.cluster.local.dir", home.resolve("mapreduce").toString());
    values.put("tez.staging-dir", home.resolve("tez").toString());
    values.put("javax.jdo.option.ConnectionURL", "jdbc:derby:memory:hive31;create=true");
    values.put("javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver");
    values.put("datanucleus.schema.autoCreateAll", "true");
    values.put("hive.metastore.schema.verification", "false");
    values.put("hive.metastore.try.direct.sql", "false");
    values.put("metastore.try.direct.sql", "false");
    values.put("hive.metastore.event.db.notification.api.auth", "false");
    values.put("hive.notification.event.poll.interval", "0s");
    values.put("hive.server2.materializedviews.registry.impl", "DUMMY");
    values.put("hive.support.concurrency", "false");
    values.put("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    values.put("hive.query.results.cache.enabled", "false");
    values.put("hive.exec.dynamic.partition.mode", "nonstrict");
    values.put("mapreduce.framework.name", "local");
    values.put("hive.exec.submitviachild", "false");
    values.put("hive.exec.submit.local.task.via.child", "false");
    values.put("hive.exec.counters.pull.interval", "20");
    values.put("mapreduce.client.completion.pollinterval", "20");
    values.put("mapreduce.task.io.sort.mb", "32");
    values.put("tez.local.mode", "true");
    values.put("tez.local.mode.without.network", "true");
    values.put("tez.ignore.lib.uris", "true");
    values.put("tez.runtime.optimize.local.fetch", "true");
    values.put("tez.runtime.io.sort.mb", "64");
    values.put("hive.tez.container.size", "1000");
    values.put("hive.server2.tez.initialize.default.sessions", "false");
    values.put("hive.semantic.analyzer.hook", "dev.cif.hive.CifHook");
    Configuration site = new Configuration(false);
    values.forEach(site::set);
    Path file = home.resolve("hive-site.xml");
    try (Writer out = Files.newBufferedWriter(file)) {
      site.writeXml(out);
    }
    return file;
  }

  /**
   * Runs a statement.
   *
   * @return its rows, with tabs between the columns
   * @throws StatementException if Hive refuses it, or it fails
   */
  List<String> run(String sql) {
    String[] words = sql.trim().split("\\s+", -1);
    try {
      CommandProcessor processor = CommandProcessorFactory.get(words, conf);
      if (!(processor instanceof IDriver driver)) {
        check(sql, processor.run(sql.trim().substring(words[0].length()).trim()));
        return List.of();
      }
      try {
        check(sql, driver.run(sql));
        List<String> rows = new ArrayList<>();
        List<Object> batch = new ArrayList<>();
        while (driver.getResults(batch)) {
          batch.forEach(row -> rows.add((String) row));
          batch.clear();
        }
        return rows;
      } finally {
        driver.close();
        driver.destroy();
      }
    } catch (IOException | SQLException e) {
      throw new StatementException(sql, e.getMessage(), e);
    }
  }

  private static void check(String sql, CommandProcessorResponse response) {
    if (response.getResponseCode() != 0) {
      throw new StatementException(sql, response.getErrorMessage(), response.getException());
    }
  }

  /** Statement that Hive refused, or that failed. */
  static final class StatementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StatementException(String sql, String message, Throwable cause) {
      super(message + "\n" + sql, cause);
    }
  }
}
