package dev.cif.mapreduce.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.hadoop.conf.Configuration;

/** Settings of a job's scan, in its configuration. Not thread-safe. */
public final class ScanOptions {
  /** Prefix of the names of all of these. */
  public static final String PREFIX = "cif.mapreduce.";

  /** Columns to read, comma-separated; all if not set. */
  public static final String COLUMNS = "cif.mapreduce.columns";

  /** Kind of records: {@code lazy} (the default) or {@code eager}. */
  public static final String RECORD = "cif.mapreduce.record";

  /** Class of the values, which Avro generated from a schema. */
  public static final String RECORD_CLASS = "cif.mapreduce.record.class";

  /** Avro schema of the values, as JSON. */
  public static final String READ_SCHEMA = "cif.mapreduce.read.schema";

  /** Condition that prunes, in the form of {@link PredicateJson}. */
  public static final String PREDICATE = "cif.mapreduce.predicate";

  /** True if the condition also filters rows; false by default. */
  public static final String FILTER_ROWS = "cif.mapreduce.filter.rows";

  /**
   * Bytes of the wanted column files that a task gets: several small split-directories, or a part
   * of the rows of a large one. 0, the default, gives each split-directory a task.
   */
  public static final String SPLIT_SIZE = "cif.mapreduce.split.size";

  /**
   * Number of threads that read, decode and map a task's rows, each with a mapper of its own; 1,
   * the default, leaves that to Hadoop's thread.
   */
  public static final String THREADS = "cif.mapreduce.threads";

  /**
   * True if a separate thread decodes rows ahead of the map function; false by default. Records are
   * eager then.
   */
  public static final String DECODE_AHEAD = "cif.mapreduce.decode.ahead";

  /**
   * Number of the job's columns, from the first on, that have counters of their own; {@value
   * #DEFAULT_COUNTED_COLUMNS} by default.
   */
  public static final String COUNTED_COLUMNS = "cif.mapreduce.counted.columns";

  /**
   * Default of {@link #COUNTED_COLUMNS}; at five counters a column it leaves half of Hadoop's 120
   * to others.
   */
  public static final int DEFAULT_COUNTED_COLUMNS = 12;

  private static final int MAX_THREADS = 1024;

  private final Configuration job;

  /** Wraps a job's configuration; each setting is read and checked when it is asked for. */
  public ScanOptions(Configuration job) {
    this.job = job;
  }

  /** Sets {@link #COLUMNS}: names, comma-separated. */
  public static void setColumns(Configuration job, String columns) {
    job.set(COLUMNS, columns);
  }

  /** Sets {@link #RECORD_CLASS}. */
  public static void setRecordClass(Configuration job, Class<? extends SpecificRecord> type) {
    job.setClass(RECORD_CLASS, type, SpecificRecord.class);
  }

  /** Sets {@link #READ_SCHEMA}. */
  public static void setReadSchema(Configuration job, Schema schema) {
    job.set(READ_SCHEMA, schema.toString());
  }

  /** Sets {@link #PREDICATE} and {@link #FILTER_ROWS}. */
  public static void setPredicate(Configuration job, Predicate predicate, boolean filterRows) {
    job.set(PREDICATE, PredicateJson.write(predicate));
    job.setBoolean(FILTER_ROWS, filterRows);
  }

  /** Sets {@link #SPLIT_SIZE}, in bytes. */
  public static void setSplitSize(Configuration job, long bytes) {
    job.setLong(SPLIT_SIZE, bytes);
  }

  /** Sets {@link #THREADS}. */
  public static void setThreads(Configuration job, int threads) {
    job.setInt(THREADS, threads);
  }

  /** Sets {@link #DECODE_AHEAD}. */
  public static void setDecodeAhead(Configuration job, boolean ahead) {
    job.setBoolean(DECODE_AHEAD, ahead);
  }

  /** Returns the names of the columns to read, or null for all. */
  public List<String> columns() throws CifException {
    String given = job.get(COLUMNS);
    if (given == null) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (String name : given.isBlank() ? new String[0] : given.split(",", -1)) {
      if (name.isBlank()) {
        throw new CifException(COLUMNS + " is '" + given + "': a name between commas is empty");
      }
      names.add(name.strip());
    }
    return names;
  }

  boolean isLazy() throws CifException {
    String kind = job.get(RECORD, "lazy").strip();
    if (!kind.equals("lazy") && !kind.equals("eager")) {
      throw new CifException(RECORD + " is '" + kind + "': lazy and eager are allowed");
    }
    return kind.equals("lazy");
  }

  /** Returns the class that Avro generated, or null. */
  Class<?> recordClass() throws CifException {
    String name = job.get(RECORD_CLASS);
    if (name == null) {
      return null;
    }
    try {
      return job.getClassByName(name).asSubclass(SpecificRecord.class);
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new CifException(
          RECORD_CLASS + " is '" + name + "', which is no class that Avro generated: " + e, e);
    }
  }

  /** Returns the schema that values are to have, or null if the data decides. */
  Schema readSchema() throws CifException {
    Class<?> type = recordClass();
    if (type != null) {
      return SpecificData.get().getSchema(type);
    }
    String json = job.get(READ_SCHEMA);
    try {
      return json == null ? null : new Schema.Parser().parse(json);
    } catch (SchemaParseException e) {
      throw new CifException(READ_SCHEMA + " is no Avro schema: " + e.getMessage(), e);
    }
  }

  /** Returns the condition that prunes; one that leaves nothing out if none is set. */
  Predicate predicate() throws CifException {
    String json = job.get(PREDICATE);
    try {
      return json == null ? Predicate.unknown() : PredicateJson.read(json);
    } catch (IllegalArgumentException e) {
      throw new CifException(PREDICATE + " is no condition: " + e.getMessage(), e);
    }
  }

  boolean filtersRows() {
    return job.get(PREDICATE) != null && job.getBoolean(FILTER_ROWS, false);
  }

  long splitSize() throws CifException {
    return number(SPLIT_SIZE, 0, "a number of bytes");
  }

  public int countedColumns() throws CifException {
    long columns = number(COUNTED_COLUMNS, DEFAULT_COUNTED_COLUMNS, "a number of columns");
    return (int) Math.min(columns, Integer.MAX_VALUE);
  }

  /** Returns the number of threads that map a task's rows. */
  public int threads() throws CifException {
    long threads = number(THREADS, 1, "a number of threads");
    if (threads < 1 || threads > MAX_THREADS) {
      throw new CifException(THREADS + " is " + threads + ": 1 to " + MAX_THREADS + " are allowed");
    }
    return (int) threads;
  }

  boolean decodesAhead() {
    return job.getBoolean(DECODE_AHEAD, false);
  }

  /**
   * Checks that the settings of threads are compatible.
   *
   * @throws CifException if they aren't
   */
  public void expectOneKindOfThreads() throws CifException {
    if (!decodesAhead()) {
      return;
    }
    if (threads() > 1) {
      throw new CifException(
          THREADS
              + " and "
              + DECODE_AHEAD
              + " are both set: each of several threads decodes what it maps; unset one of them");
    }
    if (job.get(RECORD) != null && isLazy()) {
      throw new CifException(
          DECODE_AHEAD
              + " is set, and "
              + RECORD
              + " is 'lazy': nobody knows ahead what a map function asks a lazy record for; unset"
              + " one of them");
    }
  }

  private long number(String setting, long byDefault, String what) throws CifException {
    String given = job.get(setting, Long.toString(byDefault)).strip();
    try {
      long number = Long.parseLong(given);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the allowed values.
    }
    throw new CifException(setting + " is '" + given + "': " + what + " from 0 on is allowed");
  }

  ReadOptions readOptions() {
    return ReadOptions.from(job);
  }
}
