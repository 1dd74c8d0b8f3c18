package dev.cif.hdfs;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The key that places a split-directory together with others, also those of other tables. It is
 * stored on the folder as an extended attribute of the form {@code <group>/<number>}, as in {@code
 * orders/3}.
 */
final class GroupKey {
  /** Name of the extended attribute. */
  static final String ATTRIBUTE = "user.cif.placement.group";

  private static final int MAX_BYTES = 74;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.-]{1,64}/(0|[1-9][0-9]{0,8})");

  private GroupKey() {}

  /** Returns the key in an attribute's value; null if the value is malformed or null. */
  static String parse(byte[] value) {
    if (value == null || value.length > MAX_BYTES) {
      return null;
    }
    String key = new String(value, StandardCharsets.ISO_8859_1);
    return FORM.matcher(key).matches() ? key : null;
  }
}
