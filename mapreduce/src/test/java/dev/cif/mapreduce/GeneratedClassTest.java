package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose map functions get and give objects of classes that Avro generated. */
class GeneratedClassTest {
  private static final int ROWS = 200;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private Path output;

  /** Values of Avro's own reader, after the map function's changes. */
  private List<Visit> expected;

  private static Visit seen(Visit visit) {
    return new Visit(
        visit.at().plusSeconds(1),
        visit.headers(),
        visit.kind() == Visit.Kind.PERSON ? Visit.Kind.ROBOT : Visit.Kind.PERSON,
        visit.offer());
  }

  static final class VisitMapper extends Mapper<NullWritable, Visit, NullWritable, Visit> {
    @Override
    protected void map(NullWritable key, Visit visit, Context context)
        throws IOException, InterruptedException {
      context.write(key, seen(visit));
    }
  }

  static final class OldVisitMapper extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<NullWritable, Visit, NullWritable, Visit> {
    @Override
    public void map(
        NullWritable key, Visit visit, OutputCollector<NullWritable, Visit> out, Reporter reporter)
        throws IOException {
      out.collect(key, seen(visit));
    }
  }

  private static Visit visit(int i) {
    Map<String, String> headers = new TreeMap<>();
    for (int h = 0; h < i % 3; h++) {
      headers.put("header" + h, "wert ü " + i);
    }
    Priced offer = new Priced();
    offer.put(0, (long) i * i);
    offer.put(1, i % 2 == 0 ? null : new Utf8("offer " + i));
    offer.put(2, -i);
    Visit.Kind kind = i % 5 == 0 ? Visit.Kind.ROBOT : Visit.Kind.PERSON;
    Instant at = Instant.ofEpochSecond(1_300_000_000L - i * 100_000_000L, 123_456_000);
    return new Visit(at, headers, kind, i % 4 == 0 ? null : offer);
  }

  @BeforeEach
  void write() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    output = new Path(new File(folder, "out").toURI());
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      visits.add(visit(i));
    }
    File file = new File(folder, "visits.avro");
    try (DataFileWriter<Visit> out = new DataFileWriter<>(new SpecificDatumWriter<>(Visit.class))) {
      out.create(Visit.SCHEMA$, file);
      for (Visit visit : visits) {
        out.append(visit);
      }
    }
    expected = new ArrayList<>();
    try (DataFileReader<Visit> in =
        new DataFileReader<>(file, new SpecificDatumReader<>(Visit.class))) {
      in.forEach(visit -> expected.add(seen(visit)));
    }
    OutputOptions.setSchema(conf, Visit.SCHEMA$);
    try (ColumnTaskWriter out = ColumnTaskWriter.open(conf, input)) {
      for (Visit visit : visits) {
        out.write(visit);
      }
    }
  }

  private void expectOutput() throws IOException {
    Configuration job = new Configuration(conf);
    ScanOptions.setRecordClass(job, Visit.class);
    List<Visit> read = new ArrayList<>();
    for (ColumnSplit split : ColumnSplit.plan(job, new Path[] {output})) {
      try (ColumnScan scan = ColumnScan.open(job, split, (group, name, n) -> {})) {
        Visit record = (Visit) scan.newRecord();
        while (scan.next(record)) {
          read.add(SpecificData.getForClass(Visit.class).deepCopy(Visit.SCHEMA$, record));
        }
      }
    }
    assertEquals(expected, read);
  }

  @Test
  void jobGetsAndGivesObjectsOfAGeneratedClass() throws Exception {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setRecordClass(job, Visit.class);
    job.setMapperClass(VisitMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, Visit.SCHEMA$);
    assertTrue(job.waitForCompletion(false));
    expectOutput();
  }

  @Test
  void jobOfTheOlderInterfaceDoesTheSame() throws Exception {
    JobConf job = new JobConf(conf);
    job.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(job, input);
    dev.cif.mapred.ColumnInputFormat.setRecordClass(job, Visit.class);
    job.setMapperClass(OldVisitMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormat(dev.cif.mapred.ColumnOutputFormat.class);
    dev.cif.mapred.ColumnOutputFormat.setOutputPath(job, output);
    dev.cif.mapred.ColumnOutputFormat.setSchema(job, Visit.SCHEMA$);
    assertTrue(JobClient.runJob(job).isSuccessful());
    expectOutput();
  }
}
