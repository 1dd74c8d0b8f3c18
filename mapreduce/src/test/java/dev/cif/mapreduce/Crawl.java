package dev.cif.mapreduce;

import dev.cif.mapreduce.write.ColumnTaskWriter;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;

/** Rows like those of the paper's figure 2, as an Avro file and as split-directories. */
public final class Crawl {
  static final Schema SCHEMA =
      SchemaBuilder.record("URLInfo")
          .fields()
          .requiredString("url")
          .requiredLong("fetchTime")
          .name("inlink")
          .type(Schema.createArray(Schema.create(Schema.Type.STRING)))
          .noDefault()
          .name("metadata")
          .type(Schema.createMap(Schema.create(Schema.Type.STRING)))
          .noDefault()
          .requiredBytes("content")
          .endRecord();

  static final String PATTERN = "ibm.com/jp";
  private static final int ONE_IN = 16;

  private Crawl() {}

  /** Rows, of which one in sixteen has a URL that matches. */
  public static List<GenericRecord> rows(int count) {
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GenericRecord row = new GenericData.Record(SCHEMA);
      boolean matches = i % ONE_IN == 3;
      row.put("url", "http://" + (matches ? PATTERN : "example.org/" + i % 7) + "/page" + i);
      row.put("fetchTime", 1_300_000_000L + i);
      row.put("inlink", List.of("http://a/" + i, "http://b/" + i % 3));
      Map<String, String> metadata = new TreeMap<>();
      metadata.put("content-type", (matches ? "text/jp" : "text/other") + i % 5);
      metadata.put("server", "httpd" + i % 3);
      metadata.put("length", Integer.toString(i * 31));
      row.put("metadata", metadata);
      byte[] content = ("<html>" + i + "</html>").repeat(3).getBytes(StandardCharsets.UTF_8);
      row.put("content", ByteBuffer.wrap(content));
      rows.add(row);
    }
    return rows;
  }

  /** Writes rows as an Avro file and gives back what Avro reads from it. */
  static List<GenericRecord> throughAvro(File file, List<GenericRecord> rows) throws IOException {
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(SCHEMA))) {
      out.create(SCHEMA, file);
      for (GenericRecord row : rows) {
        out.append(row);
      }
    }
    List<GenericRecord> read = new ArrayList<>();
    try (DataFileReader<GenericRecord> in =
        new DataFileReader<>(file, new GenericDatumReader<>())) {
      in.forEach(read::add);
    }
    return read;
  }

  /** Writes rows into split-directories {@code s0}, {@code s1} ... of equal size. */
  public static void write(Configuration conf, Path folder, List<GenericRecord> rows, int splits)
      throws IOException {
    Configuration job = new Configuration(conf);
    OutputOptions.setSchema(job, SCHEMA);
    int each = (rows.size() + splits - 1) / splits;
    for (int s = 0; s < splits; s++) {
      try (ColumnTaskWriter out = ColumnTaskWriter.open(job, new Path(folder, "s" + s))) {
        for (GenericRecord row : rows.subList(s * each, Math.min(rows.size(), (s + 1) * each))) {
          out.write(row);
        }
      }
    }
  }

  /** A job that copies a crawl row by row, with Hadoop's own mapper. */
  static Job copyJob(Configuration conf, Path input, Path output) throws IOException {
    Job job = Job.getInstance(conf);
    job.setInputFormatClass(ColumnInputFormat.class);
    ColumnInputFormat.addInputPath(job, input);
    ColumnInputFormat.setReadSchema(job, Crawl.SCHEMA);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(ColumnOutputFormat.class);
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    return job;
  }

  /** Returns the job of {@link #copyJob}, through the older interface. */
  static JobConf olderCopyJob(Configuration conf, Path input, Path output) {
    JobConf job = new JobConf(conf);
    job.setInputFormat(dev.cif.mapred.ColumnInputFormat.class);
    dev.cif.mapred.ColumnInputFormat.addInputPath(job, input);
    dev.cif.mapred.ColumnInputFormat.setReadSchema(job, Crawl.SCHEMA);
    job.setNumReduceTasks(0);
    job.setOutputFormat(dev.cif.mapred.ColumnOutputFormat.class);
    dev.cif.mapred.ColumnOutputFormat.setOutputPath(job, output);
    dev.cif.mapred.ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    return job;
  }
}
