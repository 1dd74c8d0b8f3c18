package dev.cif.mapreduce;

import java.io.File;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * A program of jobs as a user would write it, run in a process of its own by {@link HadoopJarIT}:
 * copies a crawl in every layout and asks each copy for its content types.
 */
final class JarProbe {
  static final List<String> LAYOUTS = List.of("auto", "dcsl", "skiplist", "block");
  static final int ROWS = 500;

  private JarProbe() {}

  public static void main(String[] args) throws Exception {
    File folder = new File(args[0]);
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    Path crawl = new Path(new File(folder, "crawl").toURI());
    List<GenericRecord> rows = Crawl.rows(ROWS);
    Crawl.write(conf, crawl, rows, 2);
    for (String layout : LAYOUTS) {
      Path copy = new Path(crawl.getParent(), layout);
      run(copyJob(conf, crawl, copy, layout));
      run(typesJob(conf, copy, new Path(crawl.getParent(), layout + "-types")));
    }
  }

  private static void run(Job job) throws Exception {
    if (!job.waitForCompletion(true)) {
      throw new IllegalStateException("the job failed");
    }
  }

  private static Job copyJob(Configuration conf, Path input, Path output, String layout)
      throws Exception {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setReadSchema(job, Crawl.SCHEMA);
    job.setMapperClass(Mapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    job.getConfiguration().set("cif.layout.metadata", layout);
    return job;
  }

  private static Job typesJob(Configuration conf, Path input, Path output) throws Exception {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setColumns(job, "url, metadata");
    job.setMapperClass(PaperJobTest.TypeMapper.class);
    job.setReducerClass(DistinctReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    TextOutputFormat.setOutputPath(job, output);
    return job;
  }
}
