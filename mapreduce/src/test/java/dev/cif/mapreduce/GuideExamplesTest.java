package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.derive.DerivedColumn;
import dev.cif.mapreduce.derive.ValuesByKey;
import dev.cif.mapreduce.join.BucketInputFormat;
import dev.cif.mapreduce.join.BucketRows;
import dev.cif.mapreduce.join.BucketSplit;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.join.Buckets;
import dev.cif.mapreduce.join.HiveBucketing;
import dev.cif.mapreduce.join.MergeJoin;
import dev.cif.mapreduce.record.Record;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/MAPREDUCE.md, as they stand there: what is between the lines {@code [name]}
 * and {@code []} of this file is the page's, in the same order, and is run.
 */
class GuideExamplesTest {
  private static final Pattern ON_PAGE = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern HERE = Pattern.compile("(?ms)^ *// \\[\\w+\\]\\n(.*?)^ *// \\[\\]$");

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private Path output;

  // [map]
  static class ContentTypes extends Mapper<NullWritable, Record, Text, NullWritable> {
    @Override
    protected void map(NullWritable key, Record row, Context context)
        throws IOException, InterruptedException {
      Object url = row.get("url");
      if (url == null || !url.toString().contains("ibm.com/jp")) {
        return;
      }
      Map<?, ?> metadata = (Map<?, ?>) row.get("metadata");
      Object type = metadata == null ? null : metadata.get("content-type");
      if (type != null) {
        context.write(new Text(type.toString()), NullWritable.get());
      }
    }
  }

  // []

  private Job readingJob() throws IOException {
    // [read]
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(ContentTypes.class);
    // []
    return job;
  }

  // [joining]
  static class ItemsOfOrders extends Mapper<IntWritable, Buckets, Text, DoubleWritable> {
    @Override
    protected void map(IntWritable bucket, Buckets buckets, Context context)
        throws IOException, InterruptedException {
      MergeJoin join = buckets.merge("orders", "items");
      while (join.next()) {
        double sum = 0;
        for (GenericRecord item : join.rows(1)) {
          sum += (Double) item.get("i_price");
        }
        for (GenericRecord order : join.rows(0)) {
          context.write(new Text(order.get("o_who").toString()), new DoubleWritable(sum));
        }
      }
    }
  }

  // []

  private Job joiningJob(Path orders, Path items) throws IOException {
    // [join]
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(BucketInputFormat.class);
    BucketInputFormat.addTable(job, "orders", orders, "o_id, o_who", "o_id");
    BucketInputFormat.addTable(job, "items", items, "i_order, i_price", "i_order");
    job.setMapperClass(ItemsOfOrders.class);
    job.setNumReduceTasks(0);
    // []
    return job;
  }

  // [partition]
  static class ByUrl extends Partitioner<Text, Text> {
    private final HiveBucketing hive = new HiveBucketing(2, List.of(CifType.Kind.STRING));

    @Override
    public int getPartition(Text url, Text row, int reducers) {
      return hive.bucket(List.of(new Utf8(url.toString())), reducers);
    }
  }

  // []

  private void writeTo(Job job, Schema schema) {
    // [write]
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, schema);
    job.getConfiguration().set("cif.layout.metadata", "dcsl");
    // []
  }

  // [function]
  static class HostOfUrl implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) {
      Object url = row.get("url");
      return url == null ? null : URI.create(url.toString()).getHost();
    }
  }

  // []

  private boolean deriveHost() throws Exception {
    // [derive]
    Schema host = SchemaBuilder.nullable().stringType();
    Job job = Job.getInstance(conf);
    ColumnInputFormat.addInputPath(job, input);
    DerivedColumn.set(job, "url", "host", host, HostOfUrl.class);
    boolean done = job.waitForCompletion(true);
    // []
    return done;
  }

  private boolean deriveByKey(Path pages, Path hosts) throws Exception {
    Job job = Job.getInstance(conf);
    ColumnInputFormat.addInputPath(job, pages);
    // [source]
    ValuesByKey.set(job, hosts, "url", "host", SchemaBuilder.nullable().stringType());
    // []
    return job.waitForCompletion(true);
  }

  @BeforeEach
  void writePages() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    output = new Path(new File(folder, "out").toURI());
    write(input);
  }

  /** Pages with and without a URL, metadata and a content type. */
  private static void write(Path pages) throws IOException {
    Scans.write(
        new Path(pages, "pages"),
        PAGE,
        List.of(
            page("http://ibm.com/jp/1", Map.of("content-type", "text/html")),
            page("http://ibm.com/jp/2", Map.of("server", "httpd")),
            page("http://ibm.com/jp/3", null),
            page(null, Map.of("content-type", "text/plain")),
            page("http://a.example/", Map.of("content-type", "image/png"))));
  }

  private static final Schema PAGE =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Page", "fields": [
                {"name": "url", "type": ["null", "string"]},
                {"name": "metadata", "type": ["null", {"type": "map", "values": "string"}]}]}
              """);

  private static GenericRecord page(String url, Map<String, String> metadata) {
    GenericRecord page = new GenericData.Record(PAGE);
    page.put("url", url);
    page.put("metadata", metadata);
    return page;
  }

  @Test
  void reading_passesOverPagesThatLackWhatIsAskedFor() throws Exception {
    Job job = readingJob();
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, output);
    assertTrue(job.waitForCompletion(false));
    File part = new File(new File(folder, "out"), "part-m-00000");
    assertEquals(List.of("text/html"), Files.readAllLines(part.toPath()));
  }

  private static GenericRecord row(Schema schema, Object... values) {
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      row.put(i, values[i]);
    }
    return row;
  }

  @Test
  void joining_addsThePricesOfAnOrder() throws Exception {
    Schema order =
        SchemaBuilder.record("o").fields().requiredInt("o_id").requiredString("o_who").endRecord();
    Schema item =
        SchemaBuilder.record("i")
            .fields()
            .requiredInt("i_order")
            .requiredDouble("i_price")
            .endRecord();
    Path orders = new Path(input, "orders");
    Path items = new Path(input, "items");
    Scans.write(
        new Path(orders, "000000_0"),
        order,
        List.of(row(order, 2, "Ada"), row(order, 3, "Bob"), row(order, 5, "Cy")));
    Scans.write(
        new Path(items, "part-r-00000"),
        item,
        List.of(row(item, 2, 1.5), row(item, 2, 2.0), row(item, 4, 9.0), row(item, 5, 1.0)));
    Job job = joiningJob(orders, items);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(DoubleWritable.class);
    TextOutputFormat.setOutputPath(job, output);
    assertTrue(job.waitForCompletion(false));
    File part = new File(new File(folder, "out"), "part-m-00000");
    assertEquals(List.of("Ada\t3.5", "Cy\t1.0"), Files.readAllLines(part.toPath()));
  }

  @Test
  void partitioner_putsRowsWhereHiveHasThem() throws Exception {
    Path table = new Path(input, "bucketed");
    List<List<GenericRecord>> buckets = List.of(new ArrayList<>(), new ArrayList<>());
    for (int n = 0; n < 50; n++) {
      String url = "http://a.example/" + n;
      buckets.get(new ByUrl().getPartition(new Text(url), new Text(), 2)).add(page(url, Map.of()));
    }
    for (int b = 0; b < 2; b++) {
      Scans.write(new Path(table, "part-r-0000" + b), PAGE, buckets.get(b));
    }
    BucketTables.add(conf, "pages", table, "url", "url");
    int count = 0;
    for (BucketSplit split : BucketSplit.plan(conf)) {
      try (Buckets found = new Buckets(conf, split, (group, name, n) -> {}, () -> {})) {
        for (BucketRows rows = found.rows("pages"); rows.next(); ) {
          count++;
        }
      }
    }
    assertEquals(50, count);
  }

  @Test
  void writing_givesWhatWasRead() throws Exception {
    Job job = readingJob();
    // The identity function.
    job.setMapperClass(Mapper.class);
    job.setNumReduceTasks(0);
    writeTo(job, PAGE);
    assertTrue(job.waitForCompletion(false));
    assertEquals(Scans.read(conf, input), Scans.read(conf, output));
  }

  @Test
  void deriving_addsTheColumn() throws Exception {
    assertTrue(deriveHost());
    List<String> hosts = List.of("ibm.com", "ibm.com", "ibm.com", "null", "a.example");
    assertEquals(hosts, hosts(input));
    Path others = new Path(new File(folder, "others").toURI());
    write(others);
    assertTrue(deriveByKey(others, input));
    assertEquals(hosts, hosts(others));
  }

  private List<String> hosts(Path pages) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (IndexedRecord row : Scans.read(conf, pages)) {
      hosts.add(String.valueOf(row.get(row.getSchema().getField("host").pos())));
    }
    return hosts;
  }

  @Test
  void page_hasTheseExamplesAndNoOther() throws Exception {
    String source = "src/test/java/" + getClass().getName().replace('.', '/') + ".java";
    assertEquals(blocks(HERE, source), blocks(ON_PAGE, "../docs/MAPREDUCE.md"));
  }

  private static List<String> blocks(Pattern pattern, String file) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher block = pattern.matcher(Files.readString(java.nio.file.Path.of(file)));
    while (block.find()) {
      blocks.add(block.group(1).stripTrailing().stripIndent());
    }
    return blocks;
  }
}
