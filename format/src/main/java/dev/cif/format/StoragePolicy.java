package dev.cif.format;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * On which kinds of volumes HDFS keeps a file: its storage policies, by their names there. A policy
 * of a file goes before that of its folders, and stays with the file when it is renamed.
 */
public enum StoragePolicy {
  /** The file has no policy of its own: that of the nearest folder with one holds. */
  NONE,
  ALL_NVDIMM,
  ALL_SSD,
  ONE_SSD,
  HOT,
  WARM,
  COLD;

  /** What HDFS calls it; {@code none} for {@link #NONE}. */
  public String text() {
    return this == NONE ? name().toLowerCase(Locale.ROOT) : name();
  }

  /**
   * The policy of a name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none; HDFS's LAZY_PERSIST and PROVIDED are none,
   *     since a file can't be given them by its policy alone
   */
  public static StoragePolicy parse(String text) {
    for (StoragePolicy policy : values()) {
      if (policy.name().equalsIgnoreCase(text.trim())) {
        return policy;
      }
    }
    throw new IllegalArgumentException(
        "unknown storage policy of columns '"
            + text
            + "': one of "
            + Arrays.stream(values()).map(StoragePolicy::text).collect(Collectors.joining(", ")));
  }

  /**
   * Gives a file this policy; the Mover takes blocks that it has to where the policy wants them.
   *
   * @param column whose file it is, for errors; may be null
   * @throws UnsupportedOperationException if the file system has no policies
   * @throws CifException if it refuses this one; the file's policy is what it was
   */
  public void set(FileSystem fs, Path file, String column) throws IOException {
    try {
      if (this == NONE) {
        fs.unsetStoragePolicy(file);
      } else {
        fs.setStoragePolicy(file, name());
      }
    } catch (RemoteException | AccessControlException e) {
      throw CifException.at(
          file,
          column,
          -1,
          "storage policy "
              + text()
              + " is refused: "
              + e.getMessage().lines().findFirst().orElse("")
              + "; 'hdfs storagepolicies -listPolicies' says which there are",
          e);
    }
  }

  /**
   * The policy of a file where it is another than that of its folder; {@link #NONE} where it is
   * not, where it has one that is none of these, and where the file system has no policies.
   */
  public static StoragePolicy of(FileSystem fs, Path file) throws IOException {
    return of(fs, file.getParent(), List.of(file)).get(file);
  }

  /** The same of several files of a folder, whose own policy is asked for once. */
  public static Map<Path, StoragePolicy> of(FileSystem fs, Path folder, Collection<Path> files)
      throws IOException {
    Map<Path, StoragePolicy> policies = new HashMap<>();
    BlockStoragePolicySpi ofFolder = known(fs, folder);
    for (Path file : files) {
      BlockStoragePolicySpi own = ofFolder == null ? null : known(fs, file);
      boolean isNone = own == null || own.getName().equals(ofFolder.getName());
      policies.put(file, isNone ? NONE : named(own.getName()));
    }
    return policies;
  }

  /** Null where there is none. */
  private static BlockStoragePolicySpi known(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getStoragePolicy(path);
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }

  private static StoragePolicy named(String name) {
    return Arrays.stream(values())
        .filter(policy -> policy != NONE && policy.name().equals(name))
        .findFirst()
        .orElse(NONE);
  }
}
