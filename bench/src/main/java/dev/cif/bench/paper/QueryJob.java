package dev.cif.bench.paper;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Pages;
import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import dev.cif.bench.formats.JobOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Job of the paper's figure 1 and table 1: the distinct content types of pages whose URL contains a
 * pattern.
 */
final class QueryJob {
  /** Answer of a job, and its costs. */
  record JobRun(double mapSeconds, double totalSeconds, long bytes, NavigableSet<String> answer)
      implements Serializable {}

  private static final String STORAGE = "paper.format";
  static final GeneratedData DATA = new Pages(Pages.PAGE);
  private static final String[] FIELDS = {"url", "metadata"};

  private QueryJob() {}

  static JobRun run(Place place, FileFormat format, Path folder)
      throws IOException, InterruptedException, ClassNotFoundException {
    return run(place, format, folder, job -> {});
  }

  /** Function that inspects a job that is done. */
  interface Look {
    void at(Job job) throws IOException;
  }

  static JobRun run(Place place, FileFormat format, Path folder, Look look)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = Job.getInstance(place.conf(), "the paper's job over " + format.name());
    job.getConfiguration().set(STORAGE, format.name());
    MapTime.measure(job, format.read(job, folder, DATA.schema(), DATA.fields(FIELDS)));
    job.setMapperClass(TypesMapper.class);
    job.setCombinerClass(DistinctReducer.class);
    job.setReducerClass(DistinctReducer.class);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    Path output = place.path("output-" + format.name());
    FileSystem fs = place.fs();
    fs.delete(output, true);
    FileOutputFormat.setOutputPath(job, output);
    long before = place.bytesRead();
    long start = System.nanoTime();
    if (!job.waitForCompletion(false)) {
      throw new IOException(
          "the job over " + format.name() + " failed: " + job.getStatus().getFailureInfo(),
          MapTime.failure());
    }
    double total = (System.nanoTime() - start) / 1e9;
    long bytes = place.bytesRead() - before;
    look.at(job);
    NavigableSet<String> answer = new TreeSet<>(JobOutput.lines(fs, output));
    fs.delete(output, true);
    return new JobRun(MapTime.seconds(job), total, bytes, answer);
  }

  /** Fails unless all jobs found the same non-empty answer. */
  static void expectOneAnswer(Map<String, List<JobRun>> outcomes) {
    NavigableSet<String> first = null;
    for (Map.Entry<String, List<JobRun>> format : outcomes.entrySet()) {
      for (JobRun outcome : format.getValue()) {
        first = first == null ? outcome.answer() : first;
        if (first.isEmpty() || !first.equals(outcome.answer())) {
          throw new IllegalStateException(
              format.getKey() + " answers " + outcome.answer() + ", another format " + first);
        }
      }
    }
  }

  /** Map function of the paper's figure 1. */
  public static final class TypesMapper extends MapTime.TimedMapper<Text, NullWritable> {
    private final Text type = new Text();
    private FieldValues values;
    private Object key;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      FileFormat format = FileFormats.named(conf.get(STORAGE));
      values = format.values(conf, DATA.schema(), DATA.fields(FIELDS));
      key = format.mapKey(Pages.KEY);
    }

    @Override
    protected void map(Object ignored, Object row, Context context)
        throws IOException, InterruptedException {
      values.row(ignored, row);
      if (values.get(0).toString().contains(Pages.PATTERN)) {
        type.set(((Map<?, ?>) values.get(1)).get(key).toString());
        context.write(type, NullWritable.get());
      }
    }
  }
}
