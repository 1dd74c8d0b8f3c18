package dev.cif.bench.mrdb;

import dev.cif.mapreduce.join.BucketInputFormat;
import dev.cif.mapreduce.join.BucketRows;
import dev.cif.mapreduce.join.Buckets;
import dev.cif.mapreduce.join.HashJoin;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.CombineSequenceFileInputFormat;

/**
 * MR/DB's join without a shuffle, like Cogset's traversals. A task joins corresponding buckets of
 * both tables, and sums up by address; then a single task reads the results. Neither job has
 * reducers.
 */
final class TraversalJoin {
  private TraversalJoin() {}

  static TaskRun run(MrdbData data)
      throws IOException, InterruptedException, ClassNotFoundException {
    JobRuns runs = new JobRuns(data);
    Path joined =
        runs.run(
            traversal(data.conf(), data.buckets(MrdbData.RANKINGS), data.buckets(MrdbData.VISITS)));
    Job first = Job.getInstance(data.conf(), "MR/DB's join by traversal: the first");
    CombineSequenceFileInputFormat.addInputPath(first, joined);
    first.setInputFormatClass(CombineSequenceFileInputFormat.class);
    first.setMapperClass(FirstMapper.class);
    first.setNumReduceTasks(0);
    first.setOutputKeyClass(Text.class);
    first.setOutputValueClass(Text.class);
    return runs.last(first);
  }

  /** Returns the first of the jobs. */
  static Job traversal(Configuration conf, Path rankings, Path visits) throws IOException {
    Job join = Job.getInstance(conf, "MR/DB's join by traversal");
    join.setInputFormatClass(BucketInputFormat.class);
    BucketInputFormat.addTable(join, "rankings", rankings, "pageURL, pageRank", "pageURL");
    BucketInputFormat.addTable(
        join, "visits", visits, "destURL, sourceIP, adRevenue, visitDate", "destURL");
    BucketInputFormat.setPredicate(join, "visits", TwoTables.week());
    join.setMapperClass(BucketMapper.class);
    join.setNumReduceTasks(0);
    RepartitionJoin.totals(join);
    return join;
  }

  /** Mapper that holds the visits of the week in memory and streams the pages. */
  static final class BucketMapper extends Mapper<IntWritable, Buckets, Text, AddressTotals> {
    @Override
    protected void map(IntWritable bucket, Buckets buckets, Context context)
        throws IOException, InterruptedException {
      TotalsOfAddresses all = new TotalsOfAddresses();
      Text address = new Text();
      HashJoin visits = buckets.hash("visits");
      BucketRows pages = buckets.rows("rankings");
      while (pages.next()) {
        for (GenericRecord visit : visits.matches(pages)) {
          PlainValues.set(address, visit.get("sourceIP"));
          all.add(
              address,
              PlainValues.real(visit.get("adRevenue")),
              (Integer) pages.row().get("pageRank"));
        }
      }
      all.each(context::write);
    }
  }

  /** Mapper that finds the first address of all. */
  static final class FirstMapper extends Mapper<Text, AddressTotals, Text, Text> {
    private final TotalsOfAddresses all = new TotalsOfAddresses();

    @Override
    protected void map(Text address, AddressTotals totals, Context context) {
      all.add(address, totals);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      all.first((address, totals) -> context.write(address, totals.line()));
    }
  }
}
