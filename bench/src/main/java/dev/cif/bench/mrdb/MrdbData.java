package dev.cif.bench.mrdb;

import dev.cif.bench.data.Documents;
import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.GrepData;
import dev.cif.bench.data.NumberedData;
import dev.cif.bench.data.Rankings;
import dev.cif.bench.data.UserVisits;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.report.Progress;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.join.HiveBucketing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * MR/DB's four tables, in one folder for each format. CIF has copies besides: the two tables of the
 * join in buckets, and the visits in the order of their days. Existing folders are used again.
 */
final class MrdbData {
  static final String RANKINGS = "rankings";
  static final String VISITS = "uservisits";

  /** Number of rankings for a visit, as with Pavlo and others: 18 for 155. */
  private static final double RANKINGS_A_VISIT = 18 / 155.0;

  private static final int VISITS_A_DOCUMENT = 200;
  private static final int DAY_SHIFT = 40;
  private static final int SORT_MB = 32;

  private final Configuration conf;
  private final Path root;
  private final int files;
  private final Map<String, NumberedData> tables = new LinkedHashMap<>();
  private final Map<String, Long> rows = new LinkedHashMap<>();

  /**
   * Creates the tables of a folder.
   *
   * @param root folder of local files, or of HDFS
   * @param visits number of rows of UserVisits, and of Data; the others are in proportion, unless
   *     {@code given}
   * @param given numbers of rows of tables, by name
   * @param files number of files of a table, and of buckets
   */
  MrdbData(Configuration conf, Path root, long visits, Map<String, Long> given, int files) {
    this.conf = conf;
    this.files = files;
    rows.put("data", visits);
    rows.put(RANKINGS, Math.max(1, (long) (visits * RANKINGS_A_VISIT)));
    rows.put(VISITS, visits);
    rows.put("documents", Math.max(1, visits / VISITS_A_DOCUMENT));
    given.forEach(
        (table, count) -> {
          if (rows.replace(table, count) == null || count < 1) {
            throw new IllegalArgumentException(
                "no table '" + table + "' of " + count + " rows; there are " + rows.keySet());
          }
        });
    tables.put("data", new GrepData(GeneratedData.SEED));
    tables.put(RANKINGS, new Rankings(GeneratedData.SEED + 1));
    tables.put(
        VISITS, new UserVisits(rows.get(VISITS), rows.get(RANKINGS), GeneratedData.SEED + 2));
    tables.put("documents", new Documents(rows.get("documents"), GeneratedData.SEED + 3));
    StringBuilder name = new StringBuilder("mrdb-" + files);
    rows.values().forEach(count -> name.append('-').append(count));
    this.root = new Path(root, name.toString());
  }

  /** Returns the schema of a table, which doesn't depend on its number of rows. */
  static Schema schema(String table) {
    return new MrdbData(new Configuration(false), new Path("/"), 1, Map.of(), 1)
        .table(table)
        .schema();
  }

  /**
   * Returns the settings of jobs: a task a file; a sort buffer that doesn't dominate the cost of a
   * small task; a client that sees at once that a job is done.
   */
  Configuration conf() {
    Configuration copy = new Configuration(conf);
    copy.setInt("mapreduce.client.completion.pollinterval", 5);
    copy.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    copy.setLong("mapreduce.input.fileinputformat.split.minsize", Long.MAX_VALUE);
    copy.setInt("mapreduce.task.io.sort.mb", SORT_MB);
    return copy;
  }

  FileSystem fs() throws IOException {
    return root.getFileSystem(conf);
  }

  Path path(String name) {
    return new Path(root, name);
  }

  NumberedData table(String name) {
    return tables.get(name);
  }

  Map<String, Long> rows() {
    return rows;
  }

  Path folder(String table, FileFormat format) {
    return path(table + "/" + format.name());
  }

  Path buckets(String table) {
    return path(table + "/buckets");
  }

  Path sortedVisits() {
    return path(VISITS + "/sorted");
  }

  /** Creates a table in a format. */
  void make(String table, FileFormat format) throws IOException {
    make(table, format, folder(table, format), row -> row, null);
  }

  /**
   * Creates the copies that only CIF has: buckets by the URL, in which the tables correspond, and
   * the visits for the index.
   */
  void makeForJoins() throws IOException {
    make(RANKINGS, FileFormats.CIF_UTF8, buckets(RANKINGS), row -> row, "pageURL");
    make(VISITS, FileFormats.CIF_UTF8, buckets(VISITS), row -> row, "destURL");
    if (!fs().exists(sortedVisits())) {
      long[] order = byDay();
      make(VISITS, FileFormats.CIF_UTF8, sortedVisits(), row -> order[(int) row], null);
    }
  }

  private long[] byDay() {
    long[] order = new long[Math.toIntExact(rows.get(VISITS))];
    NumberedData.Picker visits = table(VISITS).picker();
    int day = table(VISITS).fields("visitDate")[0];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) (Integer) visits.row(i).get(day) << DAY_SHIFT) | i;
    }
    Arrays.sort(order);
    for (int i = 0; i < order.length; i++) {
      order[i] &= (1L << DAY_SHIFT) - 1;
    }
    return order;
  }

  /**
   * Writes a table unless it exists.
   *
   * @param order row to write at each position
   * @param bucketedBy column that assigns rows to files, or null for ranges of rows
   */
  private void make(
      String table, FileFormat format, Path folder, LongUnaryOperator order, String bucketedBy)
      throws IOException {
    if (fs().exists(folder)) {
      return;
    }
    long count = rows.get(table);
    Progress progress = new Progress("writing " + folder, count);
    Path making = new Path(folder.getParent(), "_" + folder.getName());
    fs().delete(making, true);
    fs().mkdirs(making);
    NumberedData data = table(table);
    HiveBucketing hive = new HiveBucketing(2, List.of(CifType.Kind.STRING));
    int key = bucketedBy == null ? -1 : data.fields(bucketedBy)[0];
    List<RecordSink> sinks = new ArrayList<>();
    try {
      for (int file = 0; file < files; file++) {
        sinks.add(format.create(conf, format.file(making, file), data.schema()));
      }
      NumberedData.Picker rowsOfTable = data.picker();
      for (long at = 0; at < count; at++) {
        GenericRecord row = rowsOfTable.row(order.applyAsLong(at));
        int file = key < 0 ? (int) (at * files / count) : hive.bucket(List.of(row.get(key)), files);
        sinks.get(file).write(row);
        progress.at(at);
      }
    } finally {
      for (RecordSink sink : sinks) {
        sink.close();
      }
    }
    fs().rename(making, folder);
    progress.done();
  }
}
