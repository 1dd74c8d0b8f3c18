package dev.cif.bench.paper;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.DataSet;
import dev.cif.bench.formats.Storage;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Reads a data set by the interfaces of HDFS and of input formats, in one thread, as the paper does
 * for its figure 7.
 */
final class Scan {
  /** Answer of a scan, and its costs. */
  record Outcome(double seconds, long bytes, long answer) implements Serializable {}

  /** Function that computes a number from each row. */
  interface Use {
    long of(Storage.Values row) throws IOException;
  }

  private Scan() {}

  /** Touches every value of some fields. */
  static Outcome fields(Place place, Storage storage, DataSet data, Path folder, int[] fields)
      throws IOException, InterruptedException {
    return run(
        place,
        storage,
        data,
        folder,
        fields,
        row -> {
          long sum = 0;
          for (int k = 0; k < fields.length; k++) {
            sum = sum * 31 + Checksum.of(row.get(k));
          }
          return sum;
        });
  }

  static Outcome run(Place place, Storage storage, DataSet data, Path folder, int[] fields, Use use)
      throws IOException, InterruptedException {
    Job job = Job.getInstance(place.conf());
    Class<? extends InputFormat<?, ?>> format = storage.read(job, folder, data.schema(), fields);
    InputFormat<?, ?> input = ReflectionUtils.newInstance(format, job.getConfiguration());
    long before = place.bytesRead();
    long start = System.nanoTime();
    long answer = 0;
    for (InputSplit split : input.getSplits(job)) {
      answer += split(job, input, split, storage, data, fields, use);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Outcome(seconds, place.bytesRead() - before, answer);
  }

  private static <K, V> long split(
      Job job,
      InputFormat<K, V> input,
      InputSplit split,
      Storage storage,
      DataSet data,
      int[] fields,
      Use use)
      throws IOException, InterruptedException {
    TaskAttemptContext context =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    Storage.Values values = storage.values(job.getConfiguration(), data.schema(), fields);
    long answer = 0;
    try (RecordReader<K, V> reader = input.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        values.row(reader.getCurrentKey(), reader.getCurrentValue());
        answer += use.of(values);
      }
    }
    return answer;
  }

  /** Fails unless all formats found the same. */
  static void expectOneAnswer(Map<String, List<Outcome>> outcomes) {
    Long first = null;
    for (Map.Entry<String, List<Outcome>> format : outcomes.entrySet()) {
      for (Outcome outcome : format.getValue()) {
        first = first == null ? (Long) outcome.answer() : first;
        if (first != outcome.answer()) {
          throw new IllegalStateException(format.getKey() + " answers otherwise than the first");
        }
      }
    }
  }

  /** Returns the median of the seconds. */
  static double median(List<Outcome> runs) {
    return Rounds.median(runs.stream().map(Outcome::seconds).toList());
  }
}
