package dev.cif.cli.placement;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Brings the files of split-directories together: raises the replication of those that are apart,
 * waits until HDFS has copied them to where the split is, and lowers it again. Where they are
 * copied to, and which replicas go, is the placement policy's choice; under the default policy this
 * copies in vain.
 *
 * <p>Whatever happens, replication is lowered to what it was; only a process that is killed leaves
 * files with more. Not thread-safe.
 */
public final class Repair {
  private static final long POLL_MILLIS = 500;

  /** Hears of each split that is done. */
  public interface Listener {
    /** A split was worked on; its bytes are at home, or remain. */
    void done(PlacedSplit before, PlacedSplit after);
  }

  private record Raised(PlacedFile file, List<String> home) {}

  private final FileSystem fs;
  private final long patienceNanos;

  /**
   * @param patienceSeconds how long to wait for HDFS to copy or delete replicas of the splits that
   *     are worked on at a time
   */
  public Repair(FileSystem fs, long patienceSeconds) {
    this.fs = fs;
    this.patienceNanos = TimeUnit.SECONDS.toNanos(patienceSeconds);
  }

  /**
   * Repairs some splits at the same time.
   *
   * @throws InterruptedException if the thread was; replication has been lowered
   */
  public void repair(List<PlacedSplit> splits, Listener listener)
      throws IOException, InterruptedException {
    Map<Path, List<Raised>> raised = new LinkedHashMap<>();
    try {
      for (PlacedSplit split : splits) {
        List<Raised> files = raised.computeIfAbsent(split.directory(), d -> new ArrayList<>());
        for (PlacedFile file : split.apart()) {
          List<String> home = List.copyOf(split.home(file.replication()));
          files.add(new Raised(file, home));
          int more = file.replication() + file.missing(home);
          fs.setReplication(file.path(), (short) Math.min(more, Short.MAX_VALUE));
        }
      }
      await(raised, false);
    } finally {
      lower(raised);
    }
    await(raised, true);
    for (PlacedSplit split : splits) {
      listener.done(split, PlacedSplit.of(fs, split.directory()));
    }
  }

  /** Lowers all that can be, and then throws what was thrown first. */
  private void lower(Map<Path, List<Raised>> raised) throws IOException {
    IOException failure = null;
    for (List<Raised> files : raised.values()) {
      for (Raised raise : files) {
        try {
          fs.setReplication(raise.file().path(), raise.file().replication());
        } catch (IOException e) {
          failure = failure == null ? e : failure;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Waits until all are home, or alone there, as long as patience goes. */
  private void await(Map<Path, List<Raised>> raised, boolean alone)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Map<Path, List<Raised>> left = new LinkedHashMap<>(raised);
    while (true) {
      for (Path directory : List.copyOf(left.keySet())) {
        if (isDone(PlacedSplit.of(fs, directory), left.get(directory), alone)) {
          left.remove(directory);
        }
      }
      if (left.isEmpty() || System.nanoTime() - start > patienceNanos) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean isDone(PlacedSplit now, List<Raised> raised, boolean alone) {
    Map<Path, PlacedFile> files = new HashMap<>();
    now.files().forEach(file -> files.put(file.path(), file));
    for (Raised raise : raised) {
      PlacedFile file = files.get(raise.file().path());
      boolean home =
          file == null || (alone ? file.isOn(raise.home()) : file.missing(raise.home()) == 0);
      if (!home) {
        return false;
      }
    }
    return true;
  }
}
