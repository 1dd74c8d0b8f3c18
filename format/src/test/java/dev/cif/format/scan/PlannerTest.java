package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannerTest {
  @Test
  void visits_keepTheOrderAndTellTheFirstFailure() throws IOException {
    List<Integer> items = IntStream.range(0, 500).boxed().toList();
    assertEquals(items, Planner.visit(items, i -> i));
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                Planner.visit(
                    items,
                    i -> {
                      if (i % 7 == 3) {
                        throw new IOException("item " + i);
                      }
                      return i;
                    }));
    assertEquals("item 3", e.getMessage());
    assertThrows(
        IllegalStateException.class,
        () ->
            Planner.visit(
                items,
                i -> {
                  throw new IllegalStateException("item " + i);
                }));
  }

  @Test
  void slowVisits_runSixteenAtATime() throws IOException {
    CountDownLatch started = new CountDownLatch(16);
    List<Boolean> allStarted =
        Planner.visit(
            IntStream.range(0, 40).boxed().toList(),
            i -> {
              started.countDown();
              try {
                return started.await(1, TimeUnit.MINUTES);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            });
    assertEquals(Collections.nCopies(40, true), allStarted);
  }
}
