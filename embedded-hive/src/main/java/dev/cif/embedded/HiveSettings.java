package dev.cif.embedded;

import dev.cif.hive.CacheHook;
import dev.cif.hive.CifHook;
import dev.cif.hive.TaskContexts;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.PlainStore;
import org.apache.hadoop.hive.metastore.txn.DerbyTransactions;

/** Settings that make one process a whole Hive, and the folders of its home. */
final class HiveSettings {
  static final String CONCURRENCY = "hive.support.concurrency";
  static final String TXN_MANAGER = "hive.txn.manager";
  static final String DB_TXN_MANAGER = "org.apache.hadoop.hive.ql.lockmgr.DbTxnManager";

  /**
   * Capabilities that the metastore requires of a client that creates managed tables or writes
   * tables.
   */
  private static final String CAPABILITIES =
      "EXTREAD,EXTWRITE,HIVEBUCKET2,HIVECACHEINVALIDATE,HIVEFULLACIDREAD,HIVEFULLACIDWRITE,"
          + "HIVEMANAGEDINSERTREAD,HIVEMANAGEDINSERTWRITE,HIVEMANAGESTATS,HIVEMQT,HIVEONLYMQTWRITE,"
          + "HIVESQL";

  private static final String METASTORE_URL = "javax.jdo.option.ConnectionURL";
  private static final String TEZ_CACHE = "tez.local.cache.root.folder";
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  private final Path home;
  private final String derby;
  private final boolean inMemory;
  private final Map<String, String> values = new LinkedHashMap<>();

  HiveSettings(EmbeddedHive.Options options) {
    home = options.home().toAbsolutePath().normalize();
    inMemory = options.inMemory();
    int session = SESSIONS.incrementAndGet();
    derby =
        inMemory
            ? "jdbc:derby:memory:metastore" + session
            : "jdbc:derby:" + home.resolve("metastore");
    folders();
    // The session number makes each connection URL new, so that DataNucleus, which keeps one pool
    // per process, never hands out connections to a Derby that was shut down.
    metastore(derby + ";create=true;session=" + session);
    session(options.engine());
    mapReduce();
    tez();
    values.putAll(options.conf());
    if (hasTransactions()) {
      values.putIfAbsent("hive.metastore.client.capabilities", CAPABILITIES);
    }
  }

  private boolean hasTransactions() {
    return values.get(TXN_MANAGER).equals(DB_TXN_MANAGER);
  }

  Path log() {
    return home.resolve("logs").resolve("hive.log");
  }

  Path derbyLog() {
    return home.resolve("logs").resolve("derby.log");
  }

  /**
   * Returns the URL that shuts the metastore's Derby down; for a database in memory it also drops
   * it.
   */
  String derbyShutdown() {
    return derby + (inMemory ? ";drop=true" : ";shutdown=true");
  }

  Path printed() {
    return home.resolve("logs").resolve("hive.out");
  }

  /** Creates the home's folders, the metastore's tables if needed, and a configuration. */
  HiveConf conf() throws IOException {
    for (String folder : new String[] {"logs", "tmp", "warehouse", "external"}) {
      Files.createDirectories(home.resolve(folder));
    }
    Files.createDirectories(Path.of(values.get(TEZ_CACHE)));
    if (hasTransactions()) {
      TransactionTables.make(values.get(METASTORE_URL));
    }
    HiveConf.setHiveSiteLocation(site().toUri().toURL());
    return new HiveConf();
  }

  /**
   * Writes the settings to a {@code hive-site.xml}, because Hive's background threads and its JDBC
   * driver create configurations of their own. The file is not in the home, which may be deleted
   * before the process ends: Hadoop caches file systems with their configuration, and reads the
   * file again.
   */
  private Path site() throws IOException {
    Configuration site = new Configuration(false);
    values.forEach(site::set);
    Path file = Files.createTempFile("hive-site", ".xml");
    file.toFile().deleteOnExit();
    try (Writer out = Files.newBufferedWriter(file)) {
      site.writeXml(out);
    }
    return file;
  }

  private void folders() {
    values.put("fs.defaultFS", "file:///");
    values.put("hive.metastore.warehouse.dir", uri("warehouse"));
    values.put("hive.metastore.warehouse.external.dir", uri("external"));
    values.put("hive.exec.scratchdir", tmp("scratch"));
    values.put("hive.exec.local.scratchdir", tmp("local-scratch"));
    values.put("hive.downloaded.resources.dir", tmp("resources/${hive.session.id}"));
    values.put("hive.querylog.location", tmp("query-log"));
    values.put("hadoop.tmp.dir", tmp("hadoop"));
    values.put("mapreduce.cluster.local.dir", tmp("mapreduce"));
    values.put("tez.staging-dir", tmp("tez"));
    // The default is the folder where the process was started.
    values.put(TEZ_CACHE, tmp("tez-cache"));
    values.put("fs." + JarsInPlace.SCHEME + ".impl", JarsInPlace.class.getName());
    values.put("hive.jar.directory", JarsInPlace.FOLDER);
    values.put("hive.user.install.directory", home.resolve("jars").toString());
  }

  private void metastore(String url) {
    values.put(METASTORE_URL, url);
    values.put("javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver");
    values.put("datanucleus.schema.autoCreateAll", "true");
    values.put("hive.metastore.schema.verification", "false");
    // Direct SQL asks for tables that autoCreateAll has not made yet.
    values.put("hive.metastore.try.direct.sql", "false");
    values.put("metastore.try.direct.sql", "false");
    values.put("hive.metastore.rawstore.impl", PlainStore.class.getName());
    values.put("hive.metastore.event.db.notification.api.auth", "false");
    values.put("hive.notification.event.poll.interval", "0s");
    values.put("metastore.txn.store.impl", DerbyTransactions.class.getName());
    values.put("hive.server2.materializedviews.registry.impl", "DUMMY");
    values.put("hive.scheduled.queries.executor.enabled", "false");
  }

  private void session(Engine engine) {
    values.put("hive.execution.engine", engine.hiveName());
    values.put("hive.session.silent", "true");
    values.put(CONCURRENCY, "false");
    values.put(TXN_MANAGER, "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    values.put("hive.security.authorization.enabled", "false");
    values.put("hive.server2.enable.doAs", "false");
    values.put("hive.server2.logging.operation.enabled", "false");
    values.put("hive.stats.autogather", "true");
    values.put("hive.query.results.cache.enabled", "false");
    values.put("hive.query.reexecution.stats.persist.scope", "query");
    values.put("list.sink.output.formatter", RowFormatter.class.getName());
    values.put("hive.semantic.analyzer.hook", CifHook.class.getName());
    values.put("hive.query.lifetime.hooks", CacheHook.class.getName());
  }

  private void mapReduce() {
    values.put("mapreduce.framework.name", "local");
    values.put("hive.exec.submitviachild", "false");
    values.put("hive.exec.submit.local.task.via.child", "false");
    // Milliseconds between polls of a running job; the default of 1,000 is for clusters.
    values.put("hive.exec.counters.pull.interval", "20");
    values.put("mapreduce.client.completion.pollinterval", "20");
    values.put("hive.exec.show.job.failure.debug.info", "false");
    values.put("mapreduce.task.io.sort.mb", "32");
  }

  private void tez() {
    values.put("tez.local.mode", "true");
    values.put("tez.local.mode.without.network", "true");
    values.put("tez.ignore.lib.uris", "true");
    values.put("tez.runtime.optimize.local.fetch", "true");
    values.put(
        "tez.am.dag.scheduler.class",
        "org.apache.tez.dag.app.dag.impl.DAGSchedulerNaturalOrderControlled");
    values.put(TaskContexts.SETTING, TaskContexts.class.getName());
    memory();
    values.put("hive.tez.dag.status.check.interval", "20ms");
    values.put("hive.server2.tez.initialize.default.sessions", "false");
  }

  /**
   * Gives all memory to one task, because Tez's local mode runs one task at a time. With more
   * memory Tez would plan more tasks, each of which loads the hash tables of its joins again.
   */
  private void memory() {
    long heap = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
    values.put("hive.tez.container.size", Long.toString(heap));
    // Large enough that hardly any task spills: Tez 0.10.4's sorter may hang on the second buffer
    // (docs/troubleshooting.md, section "A query that does not end").
    values.put("tez.runtime.io.sort.mb", Long.toString(Math.max(16, Math.min(1_000, heap / 8))));
    values.put(
        "tez.runtime.unordered.output.buffer.size-mb",
        Long.toString(Math.max(16, Math.min(100, heap / 16))));
    // Buffers grow as they fill.
    values.put("tez.runtime.pipelined.sorter.lazy-allocate.memory", "true");
  }

  private String uri(String folder) {
    return home.resolve(folder).toUri().toString();
  }

  private String tmp(String folder) {
    return home.resolve("tmp").resolve(folder).toString();
  }
}
