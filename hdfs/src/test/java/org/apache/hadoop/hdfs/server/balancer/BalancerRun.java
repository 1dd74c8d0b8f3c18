package org.apache.hadoop.hdfs.server.balancer;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;

/** Runs the Balancer, whose entry is visible in its package only. */
public final class BalancerRun {
  private BalancerRun() {}

  /**
   * Runs it to its end, or until the time is over.
   *
   * @return its exit code, or -1 if it would have gone on
   */
  public static int run(URI nameNode, Configuration conf, int maxSeconds) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> code =
          thread.submit(() -> Balancer.run(List.of(nameNode), BalancerParameters.DEFAULT, conf));
      return code.get(maxSeconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return -1;
    } finally {
      thread.shutdownNow();
      thread.awaitTermination(maxSeconds, TimeUnit.SECONDS);
    }
  }
}
