package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests the walk over splits that were seen apart: in rounds, as docs/HDFS.md describes it. */
class SplitWatcherTest {
  private static final int SPLITS = 65_536;
  private static final int STEPS = 32;
  private static final int PAUSE_MILLIS = 50;
  private static final int DELAY_MILLIS = 10_000;

  private final AtomicLong now = new AtomicLong();
  private final List<Integer> rounds = new ArrayList<>();
  private int steps;

  private final SplitWatcher watcher =
      new SplitWatcher(
          SPLITS,
          DELAY_MILLIS,
          now::get,
          false,
          millis -> {
            now.addAndGet(millis);
            rounds.add(steps);
            steps = 0;
          });

  private boolean step(Pace pace) throws InterruptedException {
    pace.step();
    steps++;
    return true;
  }

  @Test
  void allSplitsDue_areLookedAtInRounds_withAPauseBehindEach() throws Exception {
    LongStream.range(0, SPLITS + 10).forEach(watcher::watch);
    assertEquals(SPLITS, watcher.size(), "more are not watched");
    now.set(DELAY_MILLIS);
    watcher.look((folder, pace) -> step(pace));
    assertEquals(0, watcher.size());
    assertEquals(SPLITS / STEPS - 1, rounds.size());
    assertTrue(rounds.stream().allMatch(round -> round == STEPS), rounds.toString());
    assertEquals(DELAY_MILLIS + (long) rounds.size() * PAUSE_MILLIS, now.get());
  }

  @Test
  void splitOfManySteps_isNoExceptionToTheRounds() throws Exception {
    watcher.watch(1);
    now.set(DELAY_MILLIS);
    watcher.look(
        (folder, pace) -> {
          for (int i = 0; i < 10 * STEPS; i++) {
            step(pace);
          }
          return true;
        });
    assertEquals(9, rounds.size());
    assertTrue(rounds.stream().allMatch(round -> round == STEPS), rounds.toString());
  }

  @Test
  void manySplits_areTakenByTheThreadThatMends_notByWhoCalls() throws Exception {
    AtomicBoolean isAsked = new AtomicBoolean();
    watcher.watchAll(
        () -> {
          isAsked.set(true);
          return LongStream.range(0, SPLITS + 10).boxed().toList();
        });
    assertTrue(!isAsked.get() && watcher.size() > 0, "known, and not asked for yet");
    List<Long> looked = new ArrayList<>();
    watcher.look((folder, pace) -> looked.add(folder) && step(pace));
    assertEquals(SPLITS, looked.size());
    assertEquals(0, watcher.size());
  }

  @Test
  void splitThatStaysApart_isLookedAtLessAndLessOften() throws Exception {
    watcher.watch(1);
    List<Long> looks = new ArrayList<>();
    for (int second = 0; second < 4_000; second++) {
      now.addAndGet(1_000);
      watcher.look(
          (folder, pace) -> {
            looks.add(now.get());
            return false;
          });
    }
    assertEquals(DELAY_MILLIS, looks.get(0));
    assertEquals(64L * DELAY_MILLIS, looks.get(looks.size() - 1) - looks.get(looks.size() - 2));
  }
}
