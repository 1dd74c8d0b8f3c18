package dev.cif.cli.load;

import dev.cif.cli.source.SourceFile;
import dev.cif.cli.source.SourceFiles;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Mapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does one task: reads its ranges and writes split-directories. */
final class LoadMapper extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  private static final Logger LOG = LoggerFactory.getLogger(LoadMapper.class);

  @Override
  public void run(Context context) throws IOException {
    LoadSplit split = (LoadSplit) context.getInputSplit();
    Path attempt = LoadOutputFormat.attempt(context);
    FileSystem fs = TargetFileSystems.of(attempt, context.getConfiguration());
    boolean written = false;
    try {
      LoadFolder.writeResult(fs, attempt, load(context, split, fs, attempt));
      context.getCounter(LoadCounter.TASKS).increment(1);
      written = true;
    } catch (IOException | RuntimeException | Error e) {
      String message = e instanceof IOException && e.getMessage() != null ? e.getMessage() : "" + e;
      LoadFolder.writeError(fs, LoadJob.root(context.getConfiguration()), split.task(), message);
      throw e;
    } finally {
      if (!written) {
        fs.delete(attempt, true);
      }
    }
  }

  private static TaskResult load(Context context, LoadSplit split, FileSystem fs, Path attempt)
      throws IOException {
    LoadPlan plan = split.plan();
    LoadSettings settings = plan.settings();
    CifSchema schema = plan.schema();
    List<SourceFile> ranges = ranges(plan, context.getConfiguration());
    TableWriter writer =
        new TableWriter(fs, attempt, schema, settings.write(schema), settings.limits());
    Progress progress = new Progress(context);
    try (SourceFiles source =
        SourceFiles.open(settings.format(), settings.source(), ranges, schema)) {
      writer.write(source, false, progress);
      source.takeWarnings().forEach(LOG::warn);
    }
    progress.update(writer.rows(), plan.tasks().get(0).bytes());
    for (SourceFile range : ranges) {
      range.requireUnchanged();
    }
    return new TaskResult(
        split.task(), writer.splits(), writer.rows(), writer.rawBytes(), writer.bytesWritten());
  }

  private static List<SourceFile> ranges(LoadPlan plan, Configuration conf) throws IOException {
    List<SourceFile> ranges = new ArrayList<>();
    for (LoadPlan.PlanRange range : plan.tasks().get(0).ranges()) {
      LoadPlan.PlanFile file = plan.files().get(range.file());
      SourceFile source =
          new SourceFile(
              new Path(file.path()),
              file.length(),
              file.modified(),
              range.start(),
              range.end(),
              conf);
      source.requireUnchanged();
      ranges.add(source);
    }
    return ranges;
  }

  /** Observer that updates the counters, and reports progress to Hadoop. */
  private static final class Progress implements TableWriter.Observer {
    private final Context context;
    private final Counter rows;
    private final Counter bytes;

    Progress(Context context) {
      this.context = context;
      rows = context.getCounter(LoadCounter.ROWS);
      bytes = context.getCounter(LoadCounter.BYTES);
    }

    @Override
    public void update(long rowsNow, long bytesNow) {
      rows.setValue(rowsNow);
      bytes.setValue(bytesNow);
      context.progress();
    }
  }
}
