package dev.cif.format.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Key of the part of a co-location group that a split-directory belongs to. All split-directories
 * of one key, in any table, belong on the same nodes (docs/HDFS.md). It is an extended attribute of
 * the folder, which readers ignore.
 *
 * @param group name of the group: 1 to 64 of {@code A-Z a-z 0-9 _ . -}
 * @param number number of the part, such as a bucket or a partition; 0 to {@link #MAX_NUMBER}
 */
public record PlacementKey(String group, int number) {
  /** Extended attribute of a split-directory; its value is {@link #toString}, in ASCII. */
  public static final String ATTRIBUTE = "user.cif.placement.group";

  /** Greatest number of a part. */
  public static final int MAX_NUMBER = 999_999_999;

  private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final Pattern KEY = Pattern.compile("(" + GROUP + ")/(0|[1-9][0-9]{0,8})");

  public PlacementKey {
    expectGroup(group);
    if (number < 0 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "part " + number + " of group " + group + ": 0 to " + MAX_NUMBER + " are allowed");
    }
  }

  /**
   * Checks the name of a group.
   *
   * @return the name
   * @throws IllegalArgumentException if it is invalid; the message says what is allowed
   */
  static String expectGroup(String group) {
    if (!GROUP.matcher(group).matches()) {
      throw new IllegalArgumentException("1 to 64 letters, digits, '_', '.' and '-' are allowed");
    }
    return group;
  }

  /** Returns the key by which a folder is placed; empty if folders have no such attributes. */
  public static Optional<PlacementKey> of(FileSystem fs, Path directory) throws IOException {
    try {
      byte[] value = fs.getXAttrs(directory).get(ATTRIBUTE);
      return value == null
          ? Optional.empty()
          : parse(new String(value, StandardCharsets.ISO_8859_1));
    } catch (UnsupportedOperationException | RemoteException e) {
      // RemoteException: an HDFS that is set to have no attributes.
      return Optional.empty();
    }
  }

  /** Returns the key of an attribute's value; empty if it has another form. */
  public static Optional<PlacementKey> parse(String value) {
    Matcher key = KEY.matcher(value);
    return key.matches()
        ? Optional.of(new PlacementKey(key.group(1), Integer.parseInt(key.group(2))))
        : Optional.empty();
  }

  /** Returns {@code <group>/<number>}, as in {@code orders/3}. */
  @Override
  public String toString() {
    return group + "/" + number;
  }
}
