package dev.cif.bench.mrdb;

import dev.cif.bench.data.UserVisits;
import dev.cif.bench.formats.FieldValues;
import dev.cif.bench.formats.FileFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * MR/DB's join in three jobs, as Pavlo and others do it. The first brings the pages and the visits
 * of the week together by URL. The second sums up by address, and the third finds the first
 * address.
 */
final class RepartitionJoin {
  private RepartitionJoin() {}

  /**
   * Runs the jobs.
   *
   * @param byIndex true to prune blocks of CIF's visits by their statistics
   */
  static TaskRun run(MrdbData data, FileFormat format, Path rankings, Path visits, boolean byIndex)
      throws IOException, InterruptedException, ClassNotFoundException {
    JobRuns runs = new JobRuns(data);
    Job join = Job.getInstance(data.conf(), "MR/DB's join over " + format.name());
    TwoTables.set(join, format, rankings, visits, byIndex);
    join.setMapperClass(ByUrlMapper.class);
    join.setReducerClass(JoinReducers.ByUrl.class);
    join.setMapOutputKeyClass(Text.class);
    join.setMapOutputValueClass(Visit.class);
    totals(join);
    Path joined = runs.run(join);

    Job sum = Job.getInstance(data.conf(), "MR/DB's join: sums");
    SequenceFileInputFormat.addInputPath(sum, joined);
    sum.setInputFormatClass(SequenceFileInputFormat.class);
    sum.setCombinerClass(JoinReducers.Sums.class);
    sum.setReducerClass(JoinReducers.Sums.class);
    totals(sum);
    Path sums = runs.run(sum);

    Job first = Job.getInstance(data.conf(), "MR/DB's join: the first");
    SequenceFileInputFormat.addInputPath(first, sums);
    first.setInputFormatClass(SequenceFileInputFormat.class);
    first.setMapperClass(FirstMapper.class);
    first.setReducerClass(JoinReducers.First.class);
    first.setMapOutputKeyClass(Text.class);
    first.setMapOutputValueClass(AddressTotals.class);
    first.setOutputKeyClass(Text.class);
    first.setOutputValueClass(Text.class);
    return runs.last(first);
  }

  /** Sets the format of output that another job reads. */
  static void totals(Job job) {
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(AddressTotals.class);
  }

  /** Mapper of the visits of the week, and of all pages, to their URLs. */
  static final class ByUrlMapper extends Mapper<Object, Object, Text, Visit> {
    private static final long FROM = UserVisits.FROM.toEpochDay();
    private static final long TO = UserVisits.TO.toEpochDay();
    private final Text url = new Text();
    private final Visit visit = new Visit();
    private FieldValues values;
    private boolean isOfVisits;

    @Override
    protected void setup(Context context) throws IOException {
      String table = ((TwoTableSplit) context.getInputSplit()).table();
      isOfVisits = table.equals(MrdbData.VISITS);
      values = TwoTables.values(context, table);
    }

    @Override
    protected void map(Object key, Object row, Context context)
        throws IOException, InterruptedException {
      values.row(key, row);
      if (isOfVisits) {
        int day = PlainValues.number(values.get(3));
        if (day < FROM || day > TO) {
          return;
        }
        PlainValues.set(visit.address, values.get(1));
        visit.revenue = PlainValues.real(values.get(2));
      } else {
        visit.rank = PlainValues.number(values.get(1));
      }
      PlainValues.set(url, values.get(0));
      context.write(url, visit);
    }
  }

  /** Mapper that finds the first address of its task. */
  static final class FirstMapper extends Mapper<Text, AddressTotals, Text, AddressTotals> {
    private final TotalsOfAddresses all = new TotalsOfAddresses();

    @Override
    protected void map(Text address, AddressTotals totals, Context context) {
      all.add(address, totals);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      all.first(context::write);
    }
  }
}
