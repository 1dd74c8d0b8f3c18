package dev.cif.hdfs;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The key by which a split-directory is placed together with others, of whatever table: it stands
 * on the folder as an extended attribute, {@code <group>/<number>}, as in {@code orders/3}.
 */
final class GroupKey {
  /** The attribute's name. */
  static final String ATTRIBUTE = "user.cif.placement.group";

  private static final int MAX_BYTES = 74;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.-]{1,64}/(0|[1-9][0-9]{0,8})");

  private GroupKey() {}

  /** The key that an attribute's value gives; null if it is not of the form, or null. */
  static String parse(byte[] value) {
    if (value == null || value.length > MAX_BYTES) {
      return null;
    }
    String key = new String(value, StandardCharsets.ISO_8859_1);
    return FORM.matcher(key).matches() ? key : null;
  }
}
