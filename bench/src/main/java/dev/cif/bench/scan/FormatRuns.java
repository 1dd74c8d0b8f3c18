package dev.cif.bench.scan;

import dev.cif.bench.data.GeneratedData;
import dev.cif.bench.data.Row;
import dev.cif.bench.data.RowData;
import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.RecordSink;
import dev.cif.bench.system.FileTree;
import dev.cif.bench.timing.CpuTime;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Runs of one format in this process, in a directory of its own. */
final class FormatRuns {
  /** Request for the format's description. */
  static final String DESCRIPTION = "description";

  /**
   * Request for the bytes written by this run or an earlier one with as many rows; 0 if there are
   * none.
   */
  static final String SIZE = "size";

  private final FileFormat format;
  private final RowData data;
  private final long rows;
  private final Path directory;
  private final Configuration conf = new Configuration();

  FormatRuns(FileFormat format, RowData data, long rows, Path parent) {
    this.format = format;
    this.data = data;
    this.rows = rows;
    this.directory = parent.resolve(data.name() + "-" + rows).resolve(format.name());
    // Loads the defaults, so that copies need not parse them for every scan.
    conf.size();
  }

  /** Runs an {@link Operation} once, or answers another request. */
  Serializable answer(Object request) throws Exception {
    if (request instanceof Operation operation) {
      return run(operation);
    }
    return request.equals(SIZE) ? (Long) size() : format.description();
  }

  private long size() throws IOException {
    return Files.exists(directory) ? FileTree.bytes(directory) : 0;
  }

  /** Runs an operation; the answer of {@link Operation#WRITE} is the number of bytes written. */
  private Measurement run(Operation operation) throws Exception {
    if (operation == Operation.WRITE) {
      FileTree.delete(directory);
      Files.createDirectories(directory);
    }
    System.gc();
    long cpu = CpuTime.ofThread();
    long wall = System.nanoTime();
    long answer = work(operation);
    wall = System.nanoTime() - wall;
    cpu = CpuTime.ofThread() - cpu;
    return new Measurement(operation == Operation.WRITE ? size() : answer, wall, cpu);
  }

  private long work(Operation operation) throws Exception {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(directory.toUri());
    switch (operation) {
      case WRITE:
        GeneratedData.Rows source = data.rows();
        try (RecordSink sink = format.create(conf, format.file(folder, 0), data.schema())) {
          for (long r = 0; r < rows; r++) {
            sink.write(source.next());
          }
        }
        return 0;
      case LOOKUP:
        return format.lookup(conf, folder, data.schema(), Row.MAP_COLUMN, data.lookupKey());
      default:
        return format.scan(conf, folder, data.schema(), operation.projection.columns());
    }
  }
}
