package dev.cif.cli.placement;

import dev.cif.format.PlacementKey;
import dev.cif.format.StoragePolicy;
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
 * Brings the files of split-directories together: raises the replication of those that are apart,
 * waits until HDFS has copied them to where the split is, and lowers it again. Where they are
 * copied to, and which replicas go, is the placement policy's choice; under the default policy this
 * copies in vain.
 *
 * <p>Where the splits of a co-location group belong is asked with a probe: a hidden file of one
 * byte in one of the folders, which the policy places where all with that key belong.
 *
 * <p>Whatever happens, replication is lowered to what it was; only a process that is killed leaves
 * files with more. Not thread-safe.
 */
public final class Repair {
  private static final long POLL_MILLIS = 500;
  private static final int PROBE_POLLS = 20;

  /** Hears of each split that is done. */
  public interface Listener {
    /**
     * A split was worked on; it is at home, or not yet.
     *
     * @param bytes what had to be copied of it
     */
    void done(PlacedSplit after, long bytes);
  }

  private record Raised(PlacedFile file, List<Set<String>> homes) {}

  /** What is placed alike: files of a key of a group, with so many replicas and such a policy. */
  private record Alike(PlacementKey key, short replication, String policy) {}

  private final FileSystem fs;
  private final long patienceNanos;
  private final Map<Alike, Set<String>> probed = new HashMap<>();

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

  /** The nodes of a file that is placed as another one is, and lies beside it. */
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
      // Nodes report what they hold a moment after a file is closed.
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
          file == null || (alone ? file.isOn(raise.homes()) : file.missing(raise.homes()) == 0);
      if (!home) {
        return false;
      }
    }
    return true;
  }
}
