package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.SteppedFiles;
import dev.cif.format.SteppedFiles.Step;
import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock has one holder, whatever comes in between. */
class LockFileTest {
  @TempDir java.nio.file.Path folder;
  private SteppedFiles fs;
  private Path file;

  @BeforeEach
  void open() throws IOException {
    fs = new SteppedFiles();
    file = new Path(folder.toString(), "lock");
  }

  private LockFile take() throws IOException {
    return LockFile.acquire(fs, file, Duration.ZERO);
  }

  private List<String> names() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  /** Ages the lock: its holder has slept for longer than the term. */
  private void age() throws IOException {
    Files.setLastModifiedTime(folder.resolve("lock"), FileTime.fromMillis(0));
  }

  @Test
  void lock_isHeldByOne() throws IOException {
    LockFile lock = take();
    lock.expectHeld();
    LockedException e = assertThrows(LockedException.class, this::take);
    assertEquals(ProcessHandle.current().pid(), e.holder().orElseThrow().pid());
    assertEquals(List.of("lock"), names());
    lock.close();
    assertEquals(List.of(), names());
    take().close();
  }

  @Test
  void holderThatWasOvertaken_isToldSoAndRemovesNothing() throws IOException {
    LockFile slow = take();
    age();
    LockFile next = take();
    CifException e = assertThrows(CifException.class, slow::expectHeld);
    assertTrue(e.getMessage().contains("no longer this process's"), e.getMessage());
    slow.close();
    next.expectHeld();
    next.close();
    assertEquals(List.of(), names());
  }

  @Test
  void holderThatIsOvertakenWhileItCloses_removesNothing() throws IOException {
    LockFile slow = take();
    AtomicReference<LockFile> next = new AtomicReference<>();
    fs.before(
        Step.RENAME,
        "lock",
        () -> {
          age();
          next.set(take());
        });
    slow.close();
    next.get().expectHeld();
    next.get().close();
    assertEquals(List.of(), names());
  }

  /** Both find a lock that was left behind; one is faster. */
  @Test
  void waiterThatIsOvertaken_leavesTheSuccessorsLock() throws IOException {
    take();
    age();
    AtomicReference<LockFile> fast = new AtomicReference<>();
    // A claim renames a file lock.<unique>, so the second such step is the taking over.
    fs.before(
        Step.CREATE,
        "lock.",
        () ->
            fs.before(
                Step.RENAME,
                "lock",
                () -> {
                  fast.set(take());
                }));
    assertThrows(LockedException.class, this::take);
    fast.get().expectHeld();
    fast.get().close();
    assertEquals(List.of(), names());
  }

  @Test
  void waiterBeforeWhoseClaimAnotherIsFaster_isRefused() throws IOException {
    AtomicReference<LockFile> fast = new AtomicReference<>();
    fs.before(Step.RENAME, "lock.", () -> fast.set(take()));
    assertThrows(LockedException.class, this::take);
    fast.get().expectHeld();
    assertEquals(List.of("lock"), names());
  }

  /** A third takes the lock while the second looks whose it has put aside. */
  @Test
  void lockThatTwoWereGiven_isHeldByOne() throws IOException {
    take();
    age();
    AtomicReference<LockFile> second = new AtomicReference<>();
    AtomicReference<LockFile> third = new AtomicReference<>();
    fs.before(
        Step.CREATE,
        "lock.",
        () ->
            fs.before(
                Step.RENAME,
                "lock",
                () -> {
                  second.set(take());
                  // The first puts aside the second's lock; in this moment the third comes.
                  fs.after(Step.RENAME, "lock", () -> third.set(take()));
                }));
    assertThrows(LockedException.class, this::take);
    assertThrows(CifException.class, () -> second.get().expectHeld());
    third.get().expectHeld();
    second.get().close();
    third.get().close();
    assertEquals(List.of(), names());
  }

  @Test
  void claimThatHappensAndThrows_holds() throws IOException {
    fs.after(Step.RENAME, "lock.", SteppedFiles::fail);
    LockFile lock = take();
    lock.expectHeld();
    lock.close();
    assertEquals(List.of(), names());
  }

  @Test
  void claimThatFails_leavesNothing() throws IOException {
    fs.before(Step.RENAME, "lock.", SteppedFiles::fail);
    assertThrows(IOException.class, this::take);
    assertEquals(List.of(), names());
  }

  @Test
  void takingOverThatHappensAndThrows_takesOver() throws IOException {
    take();
    age();
    fs.before(Step.CREATE, "lock.", () -> fs.after(Step.RENAME, "lock", SteppedFiles::fail));
    LockFile lock = take();
    lock.expectHeld();
    lock.close();
    assertEquals(List.of(), names());
  }

  @Test
  void closeWhoseRenameFails_removesTheLockAllTheSame() throws IOException {
    LockFile lock = take();
    fs.before(Step.RENAME, "lock", SteppedFiles::fail);
    lock.close();
    assertEquals(List.of(), names());
  }

  @Test
  void lockThatSomebodyDeleted_isNotHeld() throws IOException {
    LockFile lock = take();
    Files.delete(folder.resolve("lock"));
    assertThrows(CifException.class, lock::expectHeld);
    lock.close();
  }

  @Test
  void lockThatSaysNobody_isTakenOverWhenItIsOld() throws IOException {
    Files.createFile(folder.resolve("lock"));
    LockedException e = assertThrows(LockedException.class, this::take);
    assertFalse(e.holder().isPresent());
    age();
    take().close();
    assertEquals(List.of(), names());
  }

  @Test
  void term_isCheckedAndCanBeRenewed() throws IOException {
    AtomicLong nanos = new AtomicLong(1);
    LockFile lock = LockFile.acquire(fs, file, Duration.ZERO, nanos::get);
    nanos.addAndGet(LockFile.TERM.toNanos() - 2);
    lock.expectHeld();
    nanos.addAndGet(2);
    CifException e = assertThrows(CifException.class, lock::expectHeld);
    assertTrue(e.getMessage().contains("longer than its term"), e.getMessage());
    age();
    lock.keep();
    lock.expectHeld();
    assertThrows(LockedException.class, this::take);
    age();
    LockFile next = take();
    nanos.addAndGet(LockFile.TERM.toNanos());
    assertThrows(CifException.class, lock::keep);
    next.expectHeld();
  }
}
