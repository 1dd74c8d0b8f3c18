package dev.cif.cli.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises folder names of a table that Hive has written. */
final class HiveFolderNames {
  /** Folders of transactions. */
  private static final Pattern TRANSACTION =
      Pattern.compile("(base_\\d+|(delete_)?delta_\\d+_\\d+)(_v?\\d+)*");

  /** Output of a task, in the form of ParsedOutputFileName; the number may be that of a bucket. */
  private static final Pattern TASK =
      Pattern.compile("0*([0-9]+)_[0-9]{1,6}(_copy_[0-9]{1,6})?(\\..*)?");

  private HiveFolderNames() {}

  /**
   * Returns true if a folder belongs to a transactional table, of which only the metastore knows if
   * it counts.
   */
  static boolean isTransaction(String folder) {
    return TRANSACTION.matcher(folder).matches();
  }

  /** Returns the bucket of a split-directory, if the table has buckets; "" for none. */
  static String bucket(String split) {
    Matcher task = TASK.matcher(split);
    return task.matches() ? task.group(1) : "";
  }
}
