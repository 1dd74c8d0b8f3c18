package dev.cif.hive.version;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hive.common.util.HiveVersionInfo;

/** Features that the Hive of this process has, or lacks because it is older than 4.0. */
public final class HiveFeatures {
  /** False before Hive 3.0, as in Spark, which has classes of 2.3. */
  public static final boolean IS_3 = has("org.apache.hadoop.hive.common.type.Timestamp");

  /** False before Hive 4.0. */
  public static final boolean IS_4 = has("org.apache.hadoop.hive.ql.ddl.DDLTask");

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

  private HiveFeatures() {}

  /** Returns the version of Hive's classes, such as {@code 3.1.3}. */
  public static String version() {
    return HiveVersionInfo.getVersion();
  }

  /**
   * Checks that Hive is not too old.
   *
   * @param version version of Hive's classes
   * @throws IllegalStateException if it is; the message says which can be had
   */
  public static void expectKnown(String version) {
    Matcher numbers = NUMBERS.matcher(version);
    if (numbers.lookingAt()) {
      int major = Integer.parseInt(numbers.group(1));
      int minor = Integer.parseInt(numbers.group(2));
      if (major < 2 || (major == 2 && minor < 3)) {
        throw new IllegalStateException(
            "CIF needs Hive 3.1.3 or newer, or Hive's classes of 2.3 within Spark; this is Hive "
                + version);
      }
    }
  }

  /** Returns true if Hive has a class, whose name is given in full. */
  public static boolean has(String className) {
    try {
      Class.forName(className, false, HiveVersionInfo.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
