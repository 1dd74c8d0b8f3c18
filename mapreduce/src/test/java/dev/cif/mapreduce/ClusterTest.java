package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a cluster: YARN's NodeManagers with tasks in processes of their own, and HDFS. */
class ClusterTest {
  private static final int ROWS = 2000;
  private static final int SPLITS = 4;

  @TempDir static File folder;
  private static Cluster cluster;
  private static Path input;
  private static List<GenericRecord> rows;

  @BeforeAll
  static void start() throws Exception {
    cluster = Cluster.start(folder.toPath());
    rows = Crawl.throughAvro(new File(folder, "crawl.avro"), Crawl.rows(ROWS));
    input = new Path(cluster.fs().getUri().toString(), "/crawl");
    cluster.writeHereAndElsewhere(input, rows, SPLITS);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Path output(String name) {
    return new Path(input.getParent(), name);
  }

  @Test
  void paperJobFindsWhatAvroFindsInTasksNearTheirData() throws Exception {
    Job job = Job.getInstance(cluster.jobConf());
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(PaperJobTest.TypeMapper.class);
    job.setReducerClass(DistinctReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, output("types"));
    assertTrue(job.waitForCompletion(false));
    assertEquals(PaperJobTest.typesOf(rows), lines(output("types")));
    assertEquals(SPLITS, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS));
    assertEquals(SPLITS / 2, counter(job, JobCounter.DATA_LOCAL_MAPS));
    assertEquals(SPLITS / 2, counter(job, JobCounter.RACK_LOCAL_MAPS));
    assertEquals(
        ROWS, job.getCounters().findCounter(ScanCounters.TOTAL, ScanCounters.ROWS).getValue());
  }

  @Test
  void tasksAreSentWhereTheirColumnsAre() throws Exception {
    Configuration job = cluster.jobConf();
    List<ColumnSplit> splits = ColumnSplit.plan(job, new Path[] {input});
    assertEquals(SPLITS, splits.size());
    for (ColumnSplit split : splits) {
      boolean near = split.directories().get(0).getParent().getName().equals("here");
      assertEquals(near, Arrays.asList(split.getLocations()).contains(cluster.here()));
    }
    // Joined, split-directories of one host stay together.
    ScanOptions.setSplitSize(job, Long.MAX_VALUE);
    assertEquals(2, ColumnSplit.plan(job, new Path[] {input}).size());
  }

  private static long counter(Job job, JobCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  private static Set<String> lines(Path place) throws IOException {
    Set<String> lines = new TreeSet<>();
    for (FileStatus file : cluster.fs().listStatus(place)) {
      if (file.getPath().getName().startsWith("part-")) {
        try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(cluster.fs().open(file.getPath()), StandardCharsets.UTF_8))) {
          in.lines().forEach(lines::add);
        }
      }
    }
    return lines;
  }
}
