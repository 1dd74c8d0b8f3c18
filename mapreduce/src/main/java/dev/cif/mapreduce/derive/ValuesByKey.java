package dev.cif.mapreduce.derive;

import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.join.JoinKey;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.scan.ScanSchema;
import dev.cif.mapreduce.scan.SplitPlanner;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Function of a derived column that takes its values from another data set, by key: the column of
 * the same name in the row with equal keys, NULL where there is none. A key that is NULL equals
 * none. Keys are integers, dates and strings.
 *
 * <p>Each task holds the keys and values of the other data set in memory.
 */
public final class ValuesByKey extends Configured implements DerivedColumn.Function {
  /** Folder of the data set that has the values. */
  public static final String SOURCE = "cif.mapreduce.derived.source";

  /** Names of the columns of both data sets by which rows match, comma-separated. */
  public static final String KEYS = "cif.mapreduce.derived.keys";

  /** Values by key; null before the first row. */
  private Map<JoinKey, Object> values;

  /** Schema of the job's rows, and the positions of their keys in it. */
  private Schema rows;

  private int[] positions;

  /**
   * Sets a job up to add a column from another data set.
   *
   * @param source folder of the other data set
   * @param keys names of columns of both, comma-separated
   * @param name name of the column, in both
   * @param schema Avro schema of its values, which may be null
   */
  public static void set(Job job, Path source, String keys, String name, Schema schema) {
    DerivedColumn.set(job, keys, name, schema, ValuesByKey.class);
    job.getConfiguration().set(SOURCE, source.toString());
    job.getConfiguration().set(KEYS, keys);
  }

  private List<String> keys() throws CifException {
    String keys = getConf().get(KEYS, "");
    if (keys.isBlank() || getConf().get(SOURCE) == null) {
      throw new CifException(
          "one of " + List.of(SOURCE, KEYS) + " is not set; set the job up with ValuesByKey.set");
    }
    return Arrays.stream(keys.split(",")).map(String::strip).toList();
  }

  @Override
  public Object apply(GenericRecord row) throws IOException {
    if (values == null) {
      values = read(keys());
    }
    if (!row.getSchema().equals(rows)) {
      rows = row.getSchema();
      JoinKey.types("the input", rows, keys());
      positions = JoinKey.positions(rows, keys());
    }
    JoinKey key = JoinKey.of(JoinKey.values(row, positions));
    return key == null ? null : values.get(key);
  }

  private Map<JoinKey, Object> read(List<String> keys) throws IOException {
    String name = getConf().get(DerivedColumn.NAME);
    Path source = new Path(getConf().get(SOURCE));
    Configuration reading = new Configuration(getConf());
    ScanOptions.setColumns(reading, String.join(",", keys) + "," + name);
    // These are of the job's own input.
    reading.unset(ScanOptions.READ_SCHEMA);
    reading.unset(ScanOptions.RECORD_CLASS);
    Map<JoinKey, Object> found = new HashMap<>();
    for (ColumnSplit split :
        new SplitPlanner(reading).planWhole(new Path[] {source}, columns -> true)) {
      try (ColumnScan scan = ColumnScan.open(reading, split, (group, counter, n) -> {})) {
        IndexedRecord row = scan.newRecord();
        JoinKey.types(source.toString(), row.getSchema(), keys);
        int[] ofKeys = JoinKey.positions(row.getSchema(), keys);
        Schema.Field field = ScanSchema.find(row.getSchema(), name);
        while (scan.next(row)) {
          JoinKey key = JoinKey.of(JoinKey.values(row, ofKeys));
          if (key == null) {
            continue;
          }
          // The record is used again for the next row, and with it what it decodes late.
          Object value = GenericData.get().deepCopy(field.schema(), row.get(field.pos()));
          int before = found.size();
          found.put(key, value);
          if (found.size() == before) {
            throw CifException.at(
                scan.place().directory(),
                null,
                -1,
                "two rows of the source have the keys " + key + ", so that either could be meant");
          }
        }
      }
    }
    return found;
  }
}
