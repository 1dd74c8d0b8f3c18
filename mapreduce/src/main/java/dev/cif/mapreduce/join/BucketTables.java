package dev.cif.mapreduce.join;

import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.scan.PredicateJson;
import dev.cif.mapreduce.scan.ScanOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Settings of the tables whose corresponding buckets a job reads together, in its configuration.
 * Each table has its own settings under {@code cif.mapreduce.bucket.<table>.}: {@code path}, {@code
 * keys}, and those of {@link ScanOptions} without their {@code cif.mapreduce.}, such as {@code
 * columns}.
 */
public final class BucketTables {
  /** Names that the job has for the tables, comma-separated; must be set. */
  public static final String TABLES = "cif.mapreduce.bucket.tables";

  /**
   * Number of buckets of each table; 0, the default, stands for that of the table with most
   * buckets.
   */
  public static final String COUNT = "cif.mapreduce.bucket.count";

  /**
   * Function by which the tables are bucketed, and by which the rows that are read are checked. One
   * of {@code hive-2}, the default, and {@code hive-1}, implemented by {@link HiveBucketing}; the
   * class of a {@link BucketFunction}; {@code none}, to check no rows.
   */
  public static final String FUNCTION = "cif.mapreduce.bucket.function";

  private static final String HIVE = "hive-";
  private static final String NONE = "none";
  private static final String PREFIX = "cif.mapreduce.bucket.";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  private final Configuration job;

  BucketTables(Configuration job) {
    this.job = job;
  }

  /** Function that tells the bucket of a row; created by a constructor without parameters. */
  @FunctionalInterface
  public interface BucketFunction {
    /**
     * Returns the bucket of a row.
     *
     * @param keys keys of the row: Long for integers, Utf8 for strings, null
     * @param buckets number of buckets
     */
    int bucket(List<Object> keys, int buckets);
  }

  /**
   * Adds a table.
   *
   * @param name name of the table in the job: letters, digits and {@code _}
   * @param path folder that holds its buckets
   * @param columns columns to read, including the keys, comma-separated
   * @param keys columns by which it is bucketed, and sorted if it is merged, comma-separated
   */
  public static void add(Configuration job, String name, Path path, String columns, String keys) {
    String before = job.get(TABLES);
    job.set(TABLES, before == null ? name : before + "," + name);
    job.set(setting(name, "path"), path.toString());
    job.set(setting(name, "keys"), keys);
    job.set(setting(name, "columns"), columns);
  }

  /** Filters the rows of a table by a condition. */
  public static void setPredicate(Configuration job, String name, Predicate predicate) {
    job.set(setting(name, "predicate"), PredicateJson.write(predicate));
    job.setBoolean(setting(name, "filter.rows"), true);
  }

  private static String setting(String name, String what) {
    return PREFIX + name + "." + what;
  }

  /** Returns the tables' names, in the order in which they were set. */
  List<String> names() throws CifException {
    List<String> names = list(TABLES);
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        throw new CifException(
            TABLES + " names '" + name + "': letters, digits and '_' are allowed");
      }
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new CifException(TABLES + " names a table twice: " + names);
    }
    return names;
  }

  private List<String> list(String setting) throws CifException {
    String given = job.get(setting, "");
    if (given.isBlank()) {
      throw new CifException(setting + " is not set; add tables with BucketTables.add");
    }
    return Arrays.stream(given.split(",", -1)).map(String::strip).toList();
  }

  Path path(String table) throws CifException {
    return new Path(list(setting(table, "path")).get(0));
  }

  List<String> keys(String table) throws CifException {
    return list(setting(table, "keys"));
  }

  int count() throws CifException {
    String given = job.get(COUNT, "0").strip();
    try {
      int count = Integer.parseInt(given);
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the allowed values.
    }
    throw new CifException(COUNT + " is '" + given + "': a number of buckets from 0 on is allowed");
  }

  /** Returns the value of {@link #FUNCTION}, for messages. */
  String functionName() {
    return job.get(FUNCTION, HIVE + 2).strip();
  }

  /**
   * Returns true if the function is the job's own, so that it may treat keys of several types as
   * equal.
   */
  boolean hasOwnFunction() {
    String name = functionName();
    return !name.startsWith(HIVE) && !name.equals(NONE);
  }

  /**
   * Returns the function that tells the bucket of a row.
   *
   * @param keys types of the row's keys
   * @return null if rows are not checked
   */
  BucketFunction function(List<CifType.Kind> keys) throws CifException {
    String name = functionName();
    switch (name) {
      case NONE:
        return null;
      case HIVE + 1:
        return new HiveBucketing(1, keys);
      case HIVE + 2:
        return new HiveBucketing(2, keys);
      default:
        break;
    }
    try {
      Class<?> type = job.getClassByName(name);
      return ReflectionUtils.newInstance(type.asSubclass(BucketFunction.class), job);
    } catch (ClassNotFoundException | RuntimeException e) {
      throw new CifException(
          FUNCTION
              + " is '"
              + name
              + "': hive-2, hive-1, none, and classes of BucketFunction are allowed: "
              + e,
          e);
    }
  }

  /** Returns the job's configuration for the scan of one table. */
  Configuration of(String table) throws CifException {
    int tables = names().size();
    Configuration scan = new Configuration(job);
    List<String> ofJob = new ArrayList<>(job.getPropsWithPrefix(ScanOptions.PREFIX).keySet());
    ofJob.forEach(name -> scan.unset(ScanOptions.PREFIX + name));
    // Hadoop fails jobs with too many counters.
    scan.setInt(ScanOptions.COUNTED_COLUMNS, new ScanOptions(job).countedColumns() / tables);
    job.getPropsWithPrefix(PREFIX + table + ".")
        .forEach((name, value) -> scan.set(ScanOptions.PREFIX + name, value));
    scan.unset(ScanOptions.SPLIT_SIZE);
    scan.unset(ScanOptions.THREADS);
    scan.unset(ScanOptions.RECORD_CLASS);
    return scan;
  }
}
