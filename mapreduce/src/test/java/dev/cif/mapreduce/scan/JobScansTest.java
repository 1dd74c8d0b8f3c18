package dev.cif.mapreduce.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings;
import dev.cif.cache.ColumnCacheMXBean;
import dev.cif.format.options.ReadOptions;
import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.Crawl;
import java.io.File;
import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The column cache knows what jobs of the local runner will scan, and what they have scanned. */
class JobScansTest {
  private static final int ROWS = 200;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private ColumnCacheMXBean cache;

  @BeforeEach
  void write() throws Exception {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    Crawl.write(conf, input, Crawl.rows(ROWS), 2);
    conf.setLong(CacheSettings.SIZE, 1 << 24);
    conf.setLong(CacheSettings.FREE_MEMORY, 0);
    conf.setBoolean(CacheSettings.DIRECT, false);
    ReadOptions.from(conf);
    cache =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName("dev.cif:type=ColumnCache"),
            ColumnCacheMXBean.class);
    // Other tests of the process may have left entries.
    empty();
  }

  /** Lets everything go. */
  @AfterEach
  void empty() {
    Configuration none = new Configuration(conf);
    none.setLong(CacheSettings.SIZE, 1);
    ReadOptions.from(none);
    assertEquals(0, cache.getFiles());
  }

  private Job job(String columns) throws Exception {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, columns);
    job.getConfiguration().set(ScanOptions.RECORD, "eager");
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    return job;
  }

  @Test
  void jobThatIsOver_leavesItsFilesReleasable() throws Exception {
    assertTrue(job("url, fetchTime").waitForCompletion(false));
    assertEquals(4, cache.getFiles());
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
    long read = cache.getBytesPlain();
    JobConf older = new JobConf(conf);
    older.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(older, input);
    dev.cif.mapred.ColumnInputFormat.setColumns(older, "url");
    older.setNumReduceTasks(0);
    older.setOutputFormat(org.apache.hadoop.mapred.lib.NullOutputFormat.class);
    assertTrue(JobClient.runJob(older).isSuccessful());
    assertEquals(read, cache.getBytesPlain());
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }

  @Test
  void jobThatIsPlanned_claimsItsFilesUntilAnotherReads() throws Exception {
    assertTrue(job("url, fetchTime").waitForCompletion(false));
    new ColumnInputFormat().getSplits(job("url"));
    long claimed = cache.getClaimedBytes();
    assertTrue(claimed > 0);
    assertEquals(cache.getBytes() - claimed, cache.getReleasableBytes());
    assertTrue(job("fetchTime").waitForCompletion(false));
    assertEquals(0, cache.getClaimedBytes());
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }

  @Test
  void threadsOfATask_scanAFileOnceTogether() throws Exception {
    Job job = job("url");
    ColumnInputFormat.setThreads(job, 2);
    assertTrue(job.waitForCompletion(false));
    assertEquals(2, cache.getFiles());
    assertEquals(cache.getBytes(), cache.getReleasableBytes());
  }
}
