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
class MenderTest {
  private static final int SPLITS = 65_536;
  private static final int STEPS = 32;
  private static final int PAUSE_MILLIS = 50;
  private static final int DELAY_MILLIS = 10_000;

  private final AtomicLong now = new AtomicLong();
  private final List<Integer> rounds = new ArrayList<>();
  private int steps;

  private final Mender mender =
      new Mender(
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
    LongStream.range(0, SPLITS + 10).forEach(mender::watch);
    assertEquals(SPLITS, mender.size(), "more are not watched");
    now.set(DELAY_MILLIS);
    mender.look((folder, pace) -> step(pace));
    assertEquals(0, mender.size());
    assertEquals(SPLITS / STEPS - 1, rounds.size());
    assertTrue(rounds.stream().allMatch(round -> round == STEPS), rounds.toString());
    assertEquals(DELAY_MILLIS + (long) rounds.size() * PAUSE_MILLIS, now.get());
  }

  @Test
  void splitOfManySteps_isNoExceptionToTheRounds() throws Exception {
    mender.watch(1);
    now.set(DELAY_MILLIS);
    mender.look(
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
    mender.watchAll(
        () -> {
          isAsked.set(true);
          return LongStream.range(0, SPLITS + 10).boxed().toList();
        });
    assertTrue(!isAsked.get() && mender.size() > 0, "known, and not asked for yet");
    List<Long> looked = new ArrayList<>();
    mender.look((folder, pace) -> looked.add(folder) && step(pace));
    assertEquals(SPLITS, looked.size());
    assertEquals(0, mender.size());
  }

  @Test
  void splitThatStaysApart_isLookedAtLessAndLessOften() throws Exception {
    mender.watch(1);
    List<Long> looks = new ArrayList<>();
    for (int second = 0; second < 4_000; second++) {
      now.addAndGet(1_000);
      mender.look(
          (folder, pace) -> {
            looks.add(now.get());
            return false;
          });
    }
    assertEquals(DELAY_MILLIS, looks.get(0));
    assertEquals(64L * DELAY_MILLIS, looks.get(looks.size() - 1) - looks.get(looks.size() - 2));
  }
}
