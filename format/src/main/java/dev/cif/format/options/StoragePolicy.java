package dev.cif.format.options;

import dev.cif.format.schema.CifException;
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
 * HDFS's storage policies by their names there: the kinds of volumes that keep a file. The policy
 * of a file overrides that of its folders, and stays with the file when it is renamed.
 */
public enum StoragePolicy {
  /** No policy of the file's own: that of the nearest folder with one holds. */
  NONE,
  ALL_NVDIMM,
  ALL_SSD,
  ONE_SSD,
  HOT,
  WARM,
  COLD;

  /** Returns HDFS's name; {@code none} for {@link #NONE}. */
  public String text() {
    return this == NONE ? name().toLowerCase(Locale.ROOT) : name();
  }

  /**
   * Returns the policy of a name, ignoring case.
   *
   * @throws IllegalArgumentException if there is none; HDFS's LAZY_PERSIST and PROVIDED are
   *     excluded, since the policy alone does not give them to a file
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
   * Sets the policy of a file. The Mover moves existing blocks to where the policy wants them.
   *
   * @param column name of the file's column, for errors; may be null
   * @throws UnsupportedOperationException if the file system has no policies
   * @throws CifException if it refuses this one; the file's policy is unchanged
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
   * Returns the policy of a file if it differs from that of its folder. Otherwise returns {@link
   * #NONE}, as well as for policies that are not in this enum and file systems without policies.
   */
  public static StoragePolicy of(FileSystem fs, Path file) throws IOException {
    return of(fs, file.getParent(), List.of(file)).get(file);
  }

  /** Returns the policies of several files of a folder, whose own policy is asked for once. */
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

  /** Returns the policy of a path; null if the file system has no policies. */
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
