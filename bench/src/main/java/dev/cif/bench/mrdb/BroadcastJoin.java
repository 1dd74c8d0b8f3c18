package dev.cif.bench.mrdb;

import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * MR/DB's join in two jobs, like that of a database whose statistics tell that few visits are of
 * the week. The first job finds them; the second broadcasts them to the pages, which then need no
 * shuffle.
 */
final class BroadcastJoin {
  private static final String WEEK = "mrdb.week";

  private BroadcastJoin() {}

  /**
   * Runs the jobs.
   *
   * @param byIndex true to prune blocks of CIF's visits by their statistics
   */
  static TaskRun run(MrdbData data, FileFormat format, Path rankings, Path visits, boolean byIndex)
      throws IOException, InterruptedException, ClassNotFoundException {
    JobRuns runs = new JobRuns(data);
    Job find = Job.getInstance(data.conf(), "MR/DB's join in two jobs over " + format.name());
    TwoTables.set(find, format, null, visits, byIndex);
    find.setMapperClass(RepartitionJoin.ByUrlMapper.class);
    find.setNumReduceTasks(0);
    find.setOutputFormatClass(SequenceFileOutputFormat.class);
    find.setOutputKeyClass(Text.class);
    find.setOutputValueClass(Visit.class);
    Path week = runs.run(find);

    Job join = Job.getInstance(data.conf(), "MR/DB's join in two jobs: pages");
    TwoTables.set(join, format, rankings, null, false);
    join.getConfiguration().set(WEEK, week.toString());
    join.setMapperClass(PagesMapper.class);
    join.setReducerClass(JoinReducers.First.class);
    join.setMapOutputKeyClass(Text.class);
    join.setMapOutputValueClass(AddressTotals.class);
    join.setOutputKeyClass(Text.class);
    join.setOutputValueClass(Text.class);
    return runs.last(join);
  }

  /** Mapper that holds the visits of the week in memory and streams the pages. */
  static final class PagesMapper extends Mapper<Object, Object, Text, AddressTotals> {
    private final Map<Text, List<Visit>> visits = new HashMap<>();
    private final TotalsOfAddresses all = new TotalsOfAddresses();
    private final Text url = new Text();
    private FieldValues values;

    @Override
    protected void setup(Context context) throws IOException {
      values = TwoTables.values(context, MrdbData.RANKINGS);
      Path week = new Path(context.getConfiguration().get(WEEK));
      FileSystem fs = week.getFileSystem(context.getConfiguration());
      for (FileStatus file : fs.globStatus(new Path(week, "part-*"))) {
        try (SequenceFile.Reader in =
            new SequenceFile.Reader(
                context.getConfiguration(), SequenceFile.Reader.file(file.getPath()))) {
          Visit visit = new Visit();
          while (in.next(url, visit)) {
            visits.computeIfAbsent(new Text(url), none -> new ArrayList<>()).add(visit);
            visit = new Visit();
          }
        }
      }
    }

    @Override
    protected void map(Object key, Object row, Context context) throws IOException {
      values.row(key, row);
      PlainValues.set(url, values.get(0));
      List<Visit> ofPage = visits.get(url);
      if (ofPage != null) {
        int rank = PlainValues.number(values.get(1));
        ofPage.forEach(visit -> all.add(visit.address, visit.revenue, rank));
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      all.each(context::write);
    }
  }
}
