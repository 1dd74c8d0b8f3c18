package dev.cif.cli.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Input format that gives a split for each pending task of a load. The maps read the files
 * themselves.
 */
final class LoadInputFormat extends InputFormat<NullWritable, NullWritable> {
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    LoadFolder work = LoadJob.workFolder(conf);
    LoadPlan plan = work.plan();
    // Maps read their files and write the table; neither need be where jobs have their own files.
    List<Path> used = new ArrayList<>(List.of(LoadJob.root(conf)));
    plan.files().forEach(file -> used.add(new Path(file.path())));
    TokenCache.obtainTokensForNamenodes(context.getCredentials(), used.toArray(Path[]::new), conf);
    BitSet done = work.doneTasks(plan.id());
    List<InputSplit> splits = new ArrayList<>();
    for (int i = 0; i < plan.tasks().size(); i++) {
      if (!done.get(i)) {
        splits.add(new LoadSplit(i, plan.only(i), hosts(conf, plan, i)));
      }
    }
    return splits;
  }

  private static String[] hosts(Configuration conf, LoadPlan plan, int task) throws IOException {
    LoadPlan.PlanRange range = plan.tasks().get(task).ranges().get(0);
    Path path = new Path(plan.files().get(range.file()).path());
    BlockLocation[] blocks = path.getFileSystem(conf).getFileBlockLocations(path, range.start(), 1);
    return blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new NoRecords();
  }

  private static final class NoRecords extends RecordReader<NullWritable, NullWritable> {
    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      return false;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
