package dev.cif.hive;

import dev.cif.cache.ScanPlans;
import dev.cif.hive.scan.QueryScans;
import dev.cif.hive.version.HivePlans;
import java.io.IOException;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHook;
import org.apache.hadoop.hive.ql.hooks.QueryLifeTimeHookContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the column cache the scans of queries. It is meant for Hive's setting {@code
 * hive.query.lifetime.hooks}. It does nothing for sessions without the cache, and fails no query.
 */
public final class CacheHook implements QueryLifeTimeHook {
  private static final Logger LOG = LoggerFactory.getLogger(CacheHook.class);

  @Override
  public void beforeCompile(QueryLifeTimeHookContext query) {}

  @Override
  public void afterCompile(QueryLifeTimeHookContext query, boolean hasError) {}

  @Override
  public void beforeExecution(QueryLifeTimeHookContext query) {
    HiveConf conf = query.getHiveConf();
    HookContext execution = query.getHookContext();
    try {
      ScanPlans plans = ScanPlans.of(conf);
      if (plans != null && execution != null && execution.getQueryPlan() != null) {
        plans.begin(QueryScans.query(conf));
        QueryScans.of(HivePlans.rootTasks(execution.getQueryPlan()), conf).tell(plans, conf);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("The column cache does not know what the query will scan", e);
    }
  }

  /**
   * Ends the query for the cache; Hive calls it also after a query that has failed or was
   * cancelled.
   */
  @Override
  public void afterExecution(QueryLifeTimeHookContext query, boolean hasError) {
    HiveConf conf = query.getHiveConf();
    try {
      ScanPlans plans = ScanPlans.of(conf);
      if (plans != null) {
        plans.end(QueryScans.query(conf));
      }
    } catch (RuntimeException e) {
      LOG.warn("The column cache does not know that the query has ended", e);
    }
  }
}
