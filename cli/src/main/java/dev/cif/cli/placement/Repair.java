package dev.cif.cli.placement;

import dev.cif.format.options.PlacementKey;
import dev.cif.format.options.StoragePolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Brings the files of split-directories together. It raises the replication of those that are
 * apart, waits until HDFS has copied them to the split's nodes, and lowers it again. The placement
 * policy chooses the nodes of the copies, and the replicas to delete; under the default policy this
 * copies in vain.
 *
 * <p>The nodes of a co-location group's splits are determined by a probe: a hidden file of one byte
 * in one of the folders, which the policy places on the key's nodes.
 *
 * <p>Replication is always lowered to its old value; only a process that is killed leaves files
 * with more. Not thread-safe.
 */
public final class Repair {
  private static final long POLL_MILLIS = 500;
  private static final int PROBE_POLLS = 20;

  /** Listener that hears of each split that is done. */
  public interface Listener {
    /**
     * Called after work on a split; it may be together, or not yet.
     *
     * @param bytes bytes of it that had to be copied
     */
    void done(PlacedSplit after, long bytes);
  }

  private record Raised(PlacedFile file, List<Set<String>> homes) {}

  /** Properties that decide a placement: key of a group, replication and storage policy. */
  private record Alike(PlacementKey key, short replication, String policy) {}

  private final FileSystem fs;
  private final long patienceNanos;
  private final Map<Alike, Set<String>> probed = new HashMap<>();

  /**
   * Creates a repair.
   *
   * @param patienceSeconds time to wait for HDFS to copy or delete replicas of the splits that are
   *     worked on at a time
   */
  public Repair(FileSystem fs, long patienceSeconds) {
    this.fs = fs;
    this.patienceNanos = TimeUnit.SECONDS.toNanos(patienceSeconds);
  }

  /**
   * Repairs some splits at the same time.
   *
   * @throws InterruptedException if the thread was interrupted; replication has been lowered
   */
  public void repair(List<PlacedSplit> splits, Listener listener)
      throws IOException, InterruptedException {
    Map<Path, List<Raised>> raised = new LinkedHashMap<>();
    try {
      for (PlacedSplit split : splits) {
        List<Raised> files = raised.computeIfAbsent(split.directory(), d -> new ArrayList<>());
        for (PlacedFile file : split.files()) {
          List<Set<String>> homes = homes(split, file);
          if (!file.isOn(homes)) {
            files.add(new Raised(file, homes));
            int more = file.replication() + file.missing(homes);
            fs.setReplication(file.path(), (short) Math.min(more, Short.MAX_VALUE));
          }
        }
      }
      await(raised, false);
    } finally {
      lower(raised);
    }
    await(raised, true);
    for (PlacedSplit split : splits) {
      long bytes = 0;
      for (Raised raise : raised.get(split.directory())) {
        bytes += raise.file().bytesMissing(raise.homes());
      }
      listener.done(PlacedSplit.of(fs, split.directory()), bytes);
    }
  }

  private List<Set<String>> homes(PlacedSplit split, PlacedFile file)
      throws IOException, InterruptedException {
    if (split.key().isEmpty()) {
      return split.homes(file);
    }
    String policy = fs.getStoragePolicy(file.path()).getName();
    Alike alike = new Alike(split.key().get(), file.replication(), policy);
    Set<String> nodes = probed.get(alike);
    if (nodes == null) {
      nodes = probe(file);
      probed.put(alike, nodes);
    }
    return Collections.nCopies(file.blocks().size(), nodes);
  }

  /** Returns the nodes of a file that is placed like another one, and lies beside it. */
  private Set<String> probe(PlacedFile like) throws IOException, InterruptedException {
    StoragePolicy policy = StoragePolicy.of(fs, like.path());
    short replication = like.replication();
    Path file = new Path(like.path().getParent(), "_added.probe." + UUID.randomUUID());
    try {
      int buffer = 512;
      long block = fs.getDefaultBlockSize(file);
      try (OutputStream out = fs.create(file, false, buffer, replication, block)) {
        if (policy != StoragePolicy.NONE) {
          policy.set(fs, file, "probe");
        }
        out.write(0);
      }
      // Nodes report a block a moment after the file is closed.
      String[] nodes = {};
      for (int i = 0; i < PROBE_POLLS && nodes.length < replication; i++) {
        if (i > 0) {
          Thread.sleep(POLL_MILLIS);
        }
        nodes = fs.getFileBlockLocations(file, 0, 1)[0].getNames();
      }
      return Set.of(nodes);
    } finally {
      fs.delete(file, false);
    }
  }

  /** Lowers the replication of all files that allow it, and then throws the first failure. */
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

  /**
   * Waits until all blocks are on their nodes, and on no others if {@code alone}, as long as
   * patience lasts.
   */
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
          file == null || (alone ? file.isOn(raise.homes()) : file.missing(raise.homes()) == 0);
      if (!home) {
        return false;
      }
    }
    return true;
  }
}
