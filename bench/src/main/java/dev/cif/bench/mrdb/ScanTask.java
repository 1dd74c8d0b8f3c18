package dev.cif.bench.mrdb;

import dev.cif.bench.formats.FileFormat;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.UDF;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;

/**
 * MR/DB's tasks that read one table. Each is a job with one map function, whatever the format and
 * the number of threads.
 */
enum ScanTask {
  GREP("data", ScanMappers.Grep.class, "key,field"),
  SELECT("rankings", ScanMappers.Select.class, "pageURL,pageRank"),
  AGGREGATE("uservisits", ScanMappers.Aggregate.class, "sourceIP,adRevenue"),
  UDF("documents", ScanMappers.Links.class, "contents");

  final String table;
  private final Class<? extends RowMapper> mapper;

  /** Names of the fields, comma-separated. */
  private final String fields;

  ScanTask(String table, Class<? extends RowMapper> mapper, String fields) {
    this.table = table;
    this.mapper = mapper;
    this.fields = fields;
  }

  /** Returns the numbers of the fields that the map function gets, in the table's schema. */
  int[] fields(Schema schema) {
    return Stream.of(fields.split(",", -1)).mapToInt(name -> schema.getField(name).pos()).toArray();
  }

  private boolean sums() {
    return this == AGGREGATE || this == UDF;
  }

  TaskRun run(MrdbData data, FileFormat format, int threads)
      throws IOException, InterruptedException, ClassNotFoundException {
    Configuration conf = data.conf();
    RowMapper.set(conf, this, format);
    conf.setInt("cif.mapreduce.threads", threads);
    Job job = Job.getInstance(conf, "MR/DB's " + name() + " over " + format.name());
    Schema schema = data.table(table).schema();
    job.setInputFormatClass(format.read(job, data.folder(table, format), schema, fields(schema)));
    job.setMapperClass(mapper);
    if (sums()) {
      job.setReducerClass(SumReducer.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(DoubleWritable.class);
    } else {
      job.setNumReduceTasks(0);
    }
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    return new JobRuns(data).last(job);
  }
}
