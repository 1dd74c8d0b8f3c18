package dev.cif.hive.version;

import org.apache.hive.common.util.HiveVersionInfo;

/** Features that the Hive of this process has, or lacks because it is older than 4.0. */
public final class HiveFeatures {
  /** False before Hive 3.0, as in Spark, which has classes of 2.3. */
  public static final boolean IS_3 = has("org.apache.hadoop.hive.common.type.Timestamp");

  /** False before Hive 4.0. */
  public static final boolean IS_4 = has("org.apache.hadoop.hive.ql.ddl.DDLTask");

  private HiveFeatures() {}

  /** Returns the version of Hive's classes, such as {@code 3.1.3}. */
  public static String version() {
    return HiveVersionInfo.getVersion();
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
