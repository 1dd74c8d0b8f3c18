package dev.cif.bench.paper;

import dev.cif.bench.data.Checksum;
import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.InputScan;
import dev.cif.bench.timing.Rounds;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * Answer of a scan, and its costs. A scan reads a data set by the interfaces of HDFS and of input
 * formats, in one thread, as the paper does for its figure 7.
 */
record ScanRun(double seconds, long bytes, long answer) implements Serializable {
  /** Touches every value of some fields. */
  static ScanRun fields(
      Place place, FileFormat format, GeneratedData data, Path folder, int[] fields)
      throws IOException, InterruptedException {
    return run(
        place,
        format,
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

  static ScanRun run(
      Place place,
      FileFormat format,
      GeneratedData data,
      Path folder,
      int[] fields,
      InputScan.RowFunction function)
      throws IOException, InterruptedException {
    InputScan scan = new InputScan(format, place.conf(), folder, data.schema(), fields);
    long before = place.bytesRead();
    long start = System.nanoTime();
    long answer = scan.sum(function);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new ScanRun(seconds, place.bytesRead() - before, answer);
  }

  /** Fails unless all formats found the same. */
  static void expectOneAnswer(Map<String, List<ScanRun>> outcomes) {
    Long first = null;
    for (Map.Entry<String, List<ScanRun>> format : outcomes.entrySet()) {
      for (ScanRun outcome : format.getValue()) {
        first = first == null ? (Long) outcome.answer() : first;
        if (first != outcome.answer()) {
          throw new IllegalStateException(format.getKey() + " answers otherwise than the first");
        }
      }
    }
  }

  /** Returns the median of the seconds. */
  static double median(List<ScanRun> runs) {
    return Rounds.median(runs, ScanRun::seconds);
  }
}
