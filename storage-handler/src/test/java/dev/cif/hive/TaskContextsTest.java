package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.IOContext;
import org.apache.hadoop.hive.ql.io.IOContextMap;
import org.apache.tez.hadoop.shim.HadoopShim;
import org.apache.tez.hadoop.shim.HadoopShimsLoader;
import org.junit.jupiter.api.Test;

/** Tez's tasks of one process, and what Hive takes for their input contexts. */
class TaskContextsTest {
  private static final Configuration CONF = new Configuration(false);

  private static HadoopShim shim() {
    return new HadoopShimsLoader(CONF).getHadoopShim();
  }

  private static IOContext begin(String caller) {
    shim().setHadoopCallerContext(caller);
    return IOContextMap.get(CONF);
  }

  private static IOContext inAThreadOfItsOwn() throws Exception {
    FutureTask<IOContext> context = new FutureTask<>(() -> IOContextMap.get(CONF));
    new Thread(context).start();
    return context.get();
  }

  private static Map<?, ?> contexts() throws Exception {
    Field contexts = IOContextMap.class.getDeclaredField("attemptMap");
    contexts.setAccessible(true);
    return (Map<?, ?>) contexts.get(null);
  }

  @Test
  void task_hasAContextOfItsOwn_whichItsThreadsShare() throws Exception {
    FutureTask<Void> tasks =
        new FutureTask<>(
            () -> {
              IOContext first = begin("tez_ta:attempt_1");
              assertSame(first, inAThreadOfItsOwn());
              assertSame(first, begin("tez_v:vertex_1"));
              IOContext second = begin("tez_ta:attempt_2");
              assertNotSame(first, second);
              assertSame(second, inAThreadOfItsOwn());
              return null;
            });
    new Thread(tasks).start();
    tasks.get();
  }

  @Test
  void contexts_ofTasksThatEnded_areDropped() throws Exception {
    for (int container = 0; container < 5; container++) {
      ExecutorService tasks = Executors.newSingleThreadExecutor();
      for (int task = 0; task < 20; task++) {
        tasks.submit(() -> begin("tez_ta:attempt")).get();
      }
      tasks.shutdown();
      assertTrue(tasks.awaitTermination(1, TimeUnit.MINUTES));
    }
    FutureTask<IOContext> last = new FutureTask<>(() -> begin("tez_ta:attempt"));
    Thread thread = new Thread(last);
    thread.start();
    thread.join();
    assertEquals(1, contexts().size());
  }
}
