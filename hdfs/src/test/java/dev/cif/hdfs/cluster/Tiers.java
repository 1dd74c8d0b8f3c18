package dev.cif.hdfs.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/** HDFS's own report of storage policies, and of the places of blocks. */
public final class Tiers {
  /** Report of a file without a policy of its own. */
  private static final String DEFAULT = "HOT on [DISK]";

  private Tiers() {}

  /** The types of storage that a file's replicas are on. */
  public static Set<StorageType> types(FileSystem fs, Path file) throws IOException {
    Set<StorageType> types = new TreeSet<>();
    for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      types.addAll(List.of(block.getStorageTypes()));
    }
    return types;
  }

  /**
   * The files of a folder that aren't what files without a policy are, by name: {@code ALL_SSD on
   * [SSD]}. Empty files are left out.
   */
  public static Map<String, String> of(FileSystem fs, Path folder) throws IOException {
    Map<String, String> tiers = new TreeMap<>();
    for (FileStatus file : fs.listStatus(folder)) {
      Set<StorageType> types = types(fs, file.getPath());
      String tier = fs.getStoragePolicy(file.getPath()).getName() + " on " + types;
      if (!types.isEmpty() && !tier.equals(DEFAULT)) {
        tiers.put(file.getPath().getName(), tier);
      }
    }
    return tiers;
  }
}
