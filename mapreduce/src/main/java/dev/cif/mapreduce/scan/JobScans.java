package dev.cif.mapreduce.scan;

import dev.cif.cache.ScanPlans;
import dev.cif.cache.Scans;
import dev.cif.mapreduce.avro.AvroSchemas;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Tells the column cache of a job's scans when its splits are planned, and when a task begins to
 * read. With Hadoop's local runner, both happen in one process. Nobody reports the end of a job, so
 * the cache ends it when another begins to read.
 */
final class JobScans {
  /** Setting with the job's name for the cache; a job has no id yet when its splits are planned. */
  private static final String ID = "dev.cif.mapreduce.plan";

  private JobScans() {}

  /** Tells the cache the columns and folders that a job will read. */
  static void planned(Configuration job, List<ColumnSplit> splits) throws IOException {
    ScanPlans plans = ScanPlans.of(job);
    if (plans == null) {
      return;
    }
    job.set(ID, UUID.randomUUID().toString());
    // A split-directory that is divided among tasks is still read once.
    Set<Path> told = new HashSet<>();
    for (ColumnSplit split : splits) {
      for (Path directory : split.directories()) {
        if (told.add(directory)) {
          Path folder = directory.getFileSystem(job).makeQualified(directory);
          plans.planned(id(job), folder, scans(split.schema()));
        }
      }
    }
  }

  private static String id(Configuration job) {
    return job.get(ID, job.get(MRJobConfig.ID, ""));
  }

  /** Returns the scans of a job, which reads the columns of a schema once. */
  private static Scans scans(Schema schema) {
    return Scans.once(columns(schema));
  }

  private static List<String> columns(Schema schema) {
    return schema.getFields().stream().map(AvroSchemas::columnName).toList();
  }

  /**
   * Tells the cache that a task begins to read a split-directory.
   *
   * @return null if the job reads without the cache
   */
  static ScanPlans.Reading opened(
      Configuration job, FileSystem fs, SplitFields opened, Schema schema) {
    ScanPlans plans = ScanPlans.of(job);
    return plans == null
        ? null
        : plans.opened(id(job), scans(schema), fs, opened.split(), columns(schema));
  }
}
