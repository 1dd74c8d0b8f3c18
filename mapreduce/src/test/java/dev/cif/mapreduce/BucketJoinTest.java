package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.join.BucketInputFormat;
import dev.cif.mapreduce.join.BucketRows;
import dev.cif.mapreduce.join.BucketSplit;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.join.Buckets;
import dev.cif.mapreduce.join.HashJoin;
import dev.cif.mapreduce.join.HiveBucketing;
import dev.cif.mapreduce.join.MergeJoin;
import dev.cif.mapreduce.scan.ScanCounters;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joins of corresponding buckets give what the values give; tables that don't fit are refused. */
class BucketJoinTest {
  private static final int BUCKETS = 4;
  private static final Schema ORDER =
      SchemaBuilder.record("o").fields().requiredInt("o_id").requiredString("o_who").endRecord();
  private static final Schema ITEM =
      SchemaBuilder.record("i")
          .fields()
          .name("i_order")
          .type()
          .nullable()
          .longType()
          .noDefault()
          .requiredString("i_what")
          .endRecord();

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path orders;
  private Path items;
  private final List<String> expected = new ArrayList<>();
  private int orderCount;

  @BeforeEach
  void write() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    orders = new Path(new File(folder, "orders").toURI());
    items = new Path(new File(folder, "items").toURI());
    Random dice = new Random(7);
    List<GenericRecord> left = new ArrayList<>();
    List<GenericRecord> right = new ArrayList<>();
    for (int id = 0; id < 300; id++) {
      for (int n = dice.nextInt(3); n > 0; n--) {
        left.add(record(ORDER, id, "who" + left.size()));
      }
      for (int n = dice.nextInt(4); n > 0; n--) {
        right.add(record(ITEM, (long) id, "what" + right.size()));
      }
    }
    for (GenericRecord order : left) {
      for (GenericRecord item : right) {
        if (((Integer) order.get(0)).longValue() == (Long) item.get(0)) {
          expected.add(order.get(1) + " " + item.get(1));
        }
      }
    }
    Collections.sort(expected);
    orderCount = left.size();
    right.add(0, record(ITEM, null, "nobody's"));
    bucketed(orders, "part-r-%05d", ORDER, left);
    bucketed(items, "%06d_0", ITEM, right);
  }

  private static GenericRecord record(Schema schema, Object key, String value) {
    GenericRecord record = new GenericData.Record(schema);
    record.put(0, key);
    record.put(1, value);
    return record;
  }

  private static long bucket(Object key, int buckets) {
    return key == null ? 0 : ((Number) key).longValue() % buckets;
  }

  /** Writes rows, which are sorted, by the rest of their keys. */
  private static void bucketed(Path table, String name, Schema schema, List<GenericRecord> rows)
      throws IOException {
    for (int b = 0; b < BUCKETS; b++) {
      int bucket = b;
      Scans.write(
          new Path(table, String.format(name, b)),
          schema,
          rows.stream().filter(row -> bucket(row.get(0), BUCKETS) == bucket).toList());
    }
  }

  /** The bucket by the key's rest. */
  static final class Rest implements BucketTables.BucketFunction {
    @Override
    public int bucket(List<Object> keys, int buckets) {
      return (int) BucketJoinTest.bucket(keys.get(0), buckets);
    }
  }

  private static String joined(GenericRecord order, GenericRecord item) {
    return order.get("o_who") + " " + item.get("i_what");
  }

  private static List<String> merged(Buckets buckets) throws IOException {
    List<String> found = new ArrayList<>();
    MergeJoin join = buckets.merge("orders", "items");
    while (join.next()) {
      for (GenericRecord order : join.rows(0)) {
        join.rows(1).forEach(item -> found.add(joined(order, item)));
      }
    }
    return found;
  }

  private static List<String> hashed(Buckets buckets) throws IOException {
    List<String> found = new ArrayList<>();
    HashJoin join = buckets.hash("orders");
    BucketRows items = buckets.rows("items");
    while (items.next()) {
      join.matches(items).forEach(order -> found.add(joined(order, items.row())));
    }
    return found;
  }

  static final class MergeMapper extends Mapper<IntWritable, Buckets, Text, NullWritable> {
    @Override
    protected void map(IntWritable bucket, Buckets buckets, Context context)
        throws IOException, InterruptedException {
      assertEquals(bucket.get(), buckets.bucket());
      for (String line : merged(buckets)) {
        context.write(new Text(line), NullWritable.get());
      }
    }
  }

  static final class OldHashMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<IntWritable, Buckets, Text, NullWritable> {
    @Override
    public void map(
        IntWritable bucket,
        Buckets buckets,
        OutputCollector<Text, NullWritable> out,
        Reporter reporter)
        throws IOException {
      for (String line : hashed(buckets)) {
        out.collect(new Text(line), NullWritable.get());
      }
    }
  }

  private Configuration addTables(Configuration job) {
    BucketTables.add(job, "orders", orders, "o_id, o_who", "o_id");
    BucketTables.add(job, "items", items, "i_order, i_what", "i_order");
    job.setClass(BucketTables.FUNCTION, Rest.class, BucketTables.BucketFunction.class);
    return job;
  }

  private List<String> lines(String output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (File file : new File(folder, output).listFiles((dir, name) -> name.startsWith("part"))) {
      lines.addAll(Files.readAllLines(file.toPath()));
    }
    Collections.sort(lines);
    return lines;
  }

  @Test
  void mergeJoin_ofAJobWithoutReducers_givesWhatTheValuesGive() throws Exception {
    Job job = Job.getInstance(addTables(conf));
    job.setInputFormatClass(BucketInputFormat.class);
    job.setMapperClass(MergeMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    TextOutputFormat.setOutputPath(job, new Path(orders.getParent(), "merged"));
    assertTrue(job.waitForCompletion(false));
    assertEquals(expected, lines("merged"));
    Counters counters = job.getCounters();
    assertEquals(BUCKETS, counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals(0, counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue());
    assertTrue(counters.findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue() > 500);
  }

  @Test
  void hashJoin_throughTheOlderInterface_givesTheSame() throws Exception {
    JobConf job = new JobConf(addTables(conf));
    job.setInputFormat(dev.cif.mapred.BucketInputFormat.class);
    job.setMapperClass(OldHashMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        job, new Path(orders.getParent(), "hashed"));
    assertTrue(JobClient.runJob(job).isSuccessful());
    assertEquals(expected, lines("hashed"));
  }

  private interface Join {
    List<String> of(Buckets buckets) throws IOException;
  }

  private static List<String> run(Configuration job, Join join) throws IOException {
    List<String> found = new ArrayList<>();
    for (BucketSplit split : BucketSplit.plan(job)) {
      try (Buckets buckets = new Buckets(job, split, (group, name, n) -> {}, () -> {})) {
        found.addAll(join.of(buckets));
      }
    }
    Collections.sort(found);
    return found;
  }

  @Test
  void predicateOfATable_leavesOutItsRowsAlone() throws Exception {
    addTables(conf);
    BucketTables.setPredicate(conf, "items", Predicate.compare("i_what", Predicate.Op.LT, "what2"));
    List<String> some =
        expected.stream()
            .filter(line -> line.substring(line.indexOf(' ') + 1).compareTo("what2") < 0)
            .toList();
    assertTrue(some.size() > 10 && some.size() < expected.size());
    assertEquals(some, run(conf, BucketJoinTest::merged));
    assertEquals(some, run(conf, BucketJoinTest::hashed));
  }

  @Test
  void bucketOfSeveralSplitDirectories_isReadInTheirOrder() throws Exception {
    FileSystem fs = items.getFileSystem(conf);
    Path first = new Path(items, "000001_0");
    assertTrue(fs.rename(first, new Path(items, "aside")));
    assertTrue(fs.mkdirs(first));
    assertTrue(fs.rename(new Path(items, "aside"), new Path(first, "000001_0")));
    for (int copy : new int[] {10, 2}) {
      Scans.write(
          new Path(first, "000001_0_copy_" + copy),
          ITEM,
          List.of(record(ITEM, 1001 + 4L * copy, "more")));
      Scans.write(
          new Path(orders, "part-r-00001-" + copy),
          ORDER,
          List.of(record(ORDER, 1001 + 4 * copy, "more")));
    }
    List<String> all = new ArrayList<>(expected);
    all.addAll(List.of("more more", "more more"));
    Collections.sort(all);
    assertEquals(all, run(addTables(conf), BucketJoinTest::merged));
  }

  @Test
  void keysOfStrings_areMergedByTheirBytes() throws Exception {
    Schema schema =
        SchemaBuilder.record("s").fields().requiredString("k").requiredString("v").endRecord();
    List<GenericRecord> rows = new ArrayList<>();
    for (String key : new String[] {"", "Z", "a", "é", "\uFFFD", "\uD83D\uDE00"}) {
      rows.add(record(schema, key, "v" + key));
    }
    Path a = new Path(orders.getParent(), "a");
    Scans.write(new Path(a, "000000_0"), schema, rows);
    BucketTables.add(conf, "orders", a, "k, v", "k");
    BucketTables.add(conf, "items", a, "k, v", "k");
    Map<Object, Integer> times = new HashMap<>();
    run(
        conf,
        buckets -> {
          MergeJoin join = buckets.merge("orders", "items");
          while (join.next()) {
            assertEquals(1, join.rows(0).size());
            times.merge(new Utf8(join.rows(1).get(0).get(0).toString()), 1, Integer::sum);
          }
          return List.of();
        });
    assertEquals(6, times.size());
  }

  private void refused(Join join, String... says) {
    CifException e = assertThrows(CifException.class, () -> run(conf, join));
    for (String part : says) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  @Test
  void bucketThatIsMissing_isRefused() throws Exception {
    addTables(conf);
    FileSystem fs = items.getFileSystem(conf);
    assertTrue(fs.delete(new Path(items, "000003_0"), true));
    refused(BucketJoinTest::merged, "bucket 3", "'items'", "missing", "3 of 4");
    assertTrue(fs.delete(new Path(orders, "part-r-00003"), true));
    conf.setInt(BucketTables.COUNT, BUCKETS);
    refused(BucketJoinTest::merged, "bucket 3", "'orders'", "missing", "3 of 4");
    conf.setInt(BucketTables.COUNT, 2);
    refused(BucketJoinTest::merged, "bucket 2", "'orders'", "there are 2 buckets");
  }

  @Test
  void bucketOfTwoFiles_andNamesOfNoBucket_areRefused() throws Exception {
    addTables(conf);
    List<GenericRecord> one = List.of(record(ITEM, 2L, "later"));
    Scans.write(new Path(items, "000002_0_copy_1"), ITEM, one);
    refused(BucketJoinTest::merged, "000002_0_copy_1", "bucket 2", "'items'", "two files");
    FileSystem fs = items.getFileSystem(conf);
    assertTrue(fs.rename(new Path(items, "000002_0_copy_1"), new Path(items, "later")));
    refused(BucketJoinTest::merged, "items/later", "no bucket", "000003_0");
  }

  @Test
  void keysThatDoNotCorrespond_areRefused() throws Exception {
    BucketTables.add(conf, "orders", orders, "o_id, o_who", "o_id");
    BucketTables.add(conf, "items", items, "i_order, i_what", "i_what");
    refused(BucketJoinTest::merged, "items=[string]", "orders=[int]");
    conf.set("cif.mapreduce.bucket.items.keys", "i_order, i_what");
    refused(BucketJoinTest::merged, "items=[bigint, string]");
    conf.set("cif.mapreduce.bucket.items.keys", "i_order");
    refused(BucketJoinTest::merged, "items=[bigint]", "orders=[int]", BucketTables.FUNCTION);
    conf.set("cif.mapreduce.bucket.items.columns", "i_what");
    refused(BucketJoinTest::merged, "'items'", "'i_order'", "[i_what]");
    conf.unset("cif.mapreduce.bucket.items.keys");
    refused(BucketJoinTest::merged, "cif.mapreduce.bucket.items.keys");
  }

  @Test
  void keysOfTypesThatCannotBeJoined_areRefused() throws Exception {
    Schema schema = SchemaBuilder.record("d").fields().requiredDouble("k").endRecord();
    GenericRecord row = new GenericData.Record(schema);
    row.put(0, 1.5);
    Path doubles = new Path(orders.getParent(), "doubles");
    Scans.write(new Path(doubles, "000000_0"), schema, List.of(row));
    BucketTables.add(conf, "orders", doubles, "k", "k");
    refused(BucketJoinTest::merged, "'orders'", "'k'", "double", "integers");
  }

  @Test
  void rowsThatAreNotSorted_areRefusedByAMergeJoin() throws Exception {
    List<GenericRecord> descending = new ArrayList<>();
    for (long id = 299; id >= 0; id--) {
      descending.add(record(ITEM, id, "what"));
    }
    items = new Path(orders.getParent(), "other");
    bucketed(items, "%06d_0", ITEM, descending);
    addTables(conf);
    refused(BucketJoinTest::merged, "'items'", "bucket 0", "row 1", "[292]", "[296]", "not sorted");
    assertEquals(orderCount, run(conf, BucketJoinTest::hashed).size());
  }

  @Test
  void rowOutOfOrderBehindTheLastMatch_isRefused() throws Exception {
    orders = new Path(orders.getParent(), "few");
    items = new Path(orders.getParent(), "other");
    bucketed(orders, "%06d_0", ORDER, List.of(record(ORDER, 4, "who")));
    List<GenericRecord> rows =
        List.of(record(ITEM, 8L, "a"), record(ITEM, 12L, "b"), record(ITEM, 4L, "missed"));
    bucketed(items, "%06d_0", ITEM, rows);
    addTables(conf);
    refused(BucketJoinTest::merged, "'items'", "bucket 0", "row 2", "[4]", "[12]", "not sorted");
  }

  @Test
  void rowsOfAnotherBucket_areRefusedWhereTheFunctionIsKnown() throws Exception {
    addTables(conf);
    FileSystem fs = items.getFileSystem(conf);
    assertTrue(fs.rename(new Path(items, "000001_0"), new Path(items, "aside")));
    assertTrue(fs.rename(new Path(items, "000003_0"), new Path(items, "000001_0")));
    assertTrue(fs.rename(new Path(items, "aside"), new Path(items, "000003_0")));
    refused(BucketJoinTest::hashed, "'items'", "bucket 1", "belong to bucket 3");
    conf.set(BucketTables.FUNCTION, "java.lang.String");
    refused(BucketJoinTest::hashed, BucketTables.FUNCTION, "java.lang.String");
  }

  /** Rows by the bucket that a function says; the table is named {@code <name>}. */
  private Path ofLongs(String name, BucketTables.BucketFunction function, int key)
      throws IOException {
    Schema schema =
        SchemaBuilder.record("l").fields().requiredLong("a").requiredLong("b").endRecord();
    List<List<GenericRecord>> rows = new ArrayList<>();
    for (int b = 0; b < BUCKETS; b++) {
      rows.add(new ArrayList<>());
    }
    for (long n = 0; n < 100; n++) {
      GenericRecord row = record(schema, n, null);
      row.put(1, 1000 - n);
      rows.get(function.bucket(List.of(row.get(key)), BUCKETS)).add(row);
    }
    Path table = new Path(orders.getParent(), name);
    for (int b = 0; b < BUCKETS; b++) {
      Path directory = new Path(table, String.format("%06d_0", b));
      Scans.write(directory, schema, rows.get(b));
    }
    return table;
  }

  private static long count(Configuration job, String table) throws IOException {
    long[] rows = new long[1];
    run(
        job,
        buckets -> {
          rows[0] += count(buckets.rows(table));
          return List.of();
        });
    return rows[0];
  }

  @Test
  void rowsOfAnotherBucket_areRefusedUnlessToldOtherwise() throws Exception {
    List<CifType.Kind> key = List.of(CifType.Kind.BIGINT);
    BucketTables.add(conf, "two", ofLongs("two", new HiveBucketing(2, key), 0), "a", "a");
    BucketTables.add(conf, "one", ofLongs("one", new HiveBucketing(1, key), 0), "a", "a");
    BucketTables.add(conf, "other", ofLongs("other", new HiveBucketing(2, key), 1), "a", "a");
    assertEquals(100, count(conf, "two"));
    Join other = buckets -> List.of("" + count(buckets.rows("other")));
    refused(other, "other/000000_0", "'other'", "bucket 0, row 0", "[a]", "by hive-2", "columns");
    Join one = buckets -> List.of("" + count(buckets.rows("one")));
    refused(one, "one/00000", "'one'", "bucket", "row", "[a]", "hive-2", BucketTables.FUNCTION);
    conf.setBoolean("cif.mapreduce.bucket.one.decode.ahead", true);
    refused(one, "one/00000", "'one'", "bucket", "row", "[a]", "hive-2", BucketTables.FUNCTION);
    conf.set(BucketTables.FUNCTION, "hive-1");
    assertEquals(100, count(conf, "one"));
    refused(buckets -> List.of("" + count(buckets.rows("two"))), "'two'", "by hive-1");
    conf.set(BucketTables.FUNCTION, "none");
    assertEquals(100, count(conf, "other"));
    conf.set(BucketTables.FUNCTION, "hive-3");
    refused(one, "hive-3", "hive-2, hive-1, none");
  }

  private static long count(BucketRows rows) throws IOException {
    long count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void wrongRow_isNamedByItsOwnFile() throws Exception {
    addTables(conf);
    Scans.write(
        new Path(orders, "part-r-00002-1"),
        ORDER,
        List.of(record(ORDER, 302, "right"), record(ORDER, 303, "wrong")));
    refused(BucketJoinTest::merged, "orders/part-r-00002-1", "bucket 2, row 1", "[303]");
  }

  @Test
  void settingsOfTables_areChecked() {
    refused(BucketJoinTest::merged, BucketTables.TABLES);
    conf.set(BucketTables.TABLES, "orders,orders");
    refused(BucketJoinTest::merged, "twice");
    conf.set(BucketTables.TABLES, "or-ders");
    refused(BucketJoinTest::merged, "or-ders", "letters");
    conf.unset(BucketTables.TABLES);
    addTables(conf).set(BucketTables.COUNT, "few");
    refused(BucketJoinTest::merged, BucketTables.COUNT, "few");
    conf.unset(BucketTables.COUNT);
    refused(buckets -> List.of(buckets.rows("others").name()), "'others'", "[orders, items]");
  }
}
