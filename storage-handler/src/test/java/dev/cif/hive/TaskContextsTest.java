package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.FutureTask;
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
      runTasks(20);
    }
    runTasks(1);
    assertEquals(1, contexts().size());
  }

  /** Runs tasks one after the other in a thread, which has ended when this method returns. */
  private static void runTasks(int count) throws Exception {
    FutureTask<Void> tasks =
        new FutureTask<>(
            () -> {
              for (int task = 0; task < count; task++) {
                begin("tez_ta:attempt");
              }
              return null;
            });
    Thread container = new Thread(tasks);
    container.start();
    container.join();
    tasks.get();
  }
}
