package dev.cif.embedded;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.MetaStoreThread;
import org.apache.hadoop.hive.metastore.api.ShowCompactRequest;
import org.apache.hadoop.hive.metastore.api.ShowCompactResponseElement;
import org.apache.hadoop.hive.metastore.txn.TxnUtils;
import org.apache.hadoop.hive.ql.txn.compactor.Cleaner;
import org.apache.hadoop.hive.ql.txn.compactor.Initiator;
import org.apache.hadoop.hive.ql.txn.compactor.Worker;

/** The metastore's threads that compact, each for one round, as Hive's own tests run them. */
final class CompactorThreads {
  private CompactorThreads() {}

  /** Queues what has enough deltas for it. */
  static void initiate(String setting, String value) throws Exception {
    run(new Initiator(), conf(setting, value));
  }

  /** Does what is next in the queue, on mr: a session of Tez takes longer to start. */
  static void work() throws Exception {
    work("hive.execution.engine", "mr");
  }

  /** Does what is next in the queue, with a setting. */
  static void work(String setting, String value) throws Exception {
    run(new Worker(), conf(setting, value));
  }

  private static HiveConf conf(String setting, String value) {
    HiveConf conf = new HiveConf();
    conf.set(setting, value);
    return conf;
  }

  /** Removes what no reader wants any more, until the latest compaction of a table is done. */
  static void cleanAll(String table) throws Exception {
    Instant end = Instant.now().plusSeconds(60);
    do {
      clean();
    } while (states(table).get(0).endsWith("ready for cleaning") && Instant.now().isBefore(end));
  }

  /**
   * A round of the cleaner. It takes a transaction of the last second for one that may be open
   * still, so that a round may leave what another removes.
   */
  static void clean() throws Exception {
    HiveConf conf = new HiveConf();
    // Which transactions are open is known to the moment only once a transaction came behind them.
    TxnUtils.getTxnStore(conf).cleanEmptyAbortedAndCommittedTxns();
    run(new Cleaner(), conf);
  }

  private static void run(Thread thread, HiveConf conf) throws Exception {
    conf.setVar(HiveConf.ConfVars.HIVE_COMPACTOR_CLEANER_RUN_INTERVAL, "10ms");
    MetaStoreThread metastore = (MetaStoreThread) thread;
    metastore.setConf(conf);
    // Told to stop, it ends behind the first round.
    metastore.init(new AtomicBoolean(true));
    Thread round = new Thread(thread);
    round.start();
    round.join();
  }

  /** The state that the metastore tells of compactions of a table, the latest first. */
  static List<String> states(String table) throws Exception {
    return TxnUtils.getTxnStore(new HiveConf())
        .showCompact(new ShowCompactRequest())
        .getCompacts()
        .stream()
        .filter(compaction -> compaction.getTablename().equals(table))
        .map(CompactorThreads::state)
        .toList();
  }

  private static String state(ShowCompactResponseElement compaction) {
    String fault = compaction.getErrorMessage();
    return compaction.getType() + " " + compaction.getState() + (fault == null ? "" : " " + fault);
  }
}
