package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import dev.cif.format.vector.LongVector;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scan of one split-directory, without Hive around it. */
class SplitScanTest {
  @TempDir java.nio.file.Path folder;

  /** Local files that count how many are open. */
  public static final class CountedFiles extends RawLocalFileSystem {
    static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public URI getUri() {
      return URI.create("counted:///");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      FSDataInputStream in = super.open(path, bufferSize);
      OPEN.incrementAndGet();
      return new FSDataInputStream(in) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          super.close();
          if (!closed) {
            closed = true;
            OPEN.decrementAndGet();
          }
        }
      };
    }
  }

  @Test
  void close_whereTheJobTakesNoCounters_closesTheFiles() throws IOException {
    JobConf job = new JobConf(false);
    job.setClass("fs.counted.impl", CountedFiles.class, org.apache.hadoop.fs.FileSystem.class);
    Path split = new Path("counted://" + folder + "/split");
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.INT));
    try (SplitWriter writer =
        SplitWriter.create(split.getFileSystem(job), split, schema, WriteOptions.DEFAULT)) {
      ((LongVector) writer.column(0)).append(7);
      writer.endRow();
    }
    job.set("columns", "n");
    job.set("columns.types", "int");
    RuntimeException lost = new IllegalStateException("the task's connection is lost");
    InvocationHandler fails =
        (proxy, method, arguments) -> {
          throw lost;
        };
    ClassLoader loader = Reporter.class.getClassLoader();
    Reporter reporter =
        (Reporter) Proxy.newProxyInstance(loader, new Class<?>[] {Reporter.class}, fails);
    SplitScan scan = new SplitScan(new FileSplit(split, 0, 1, (String[]) null), job, reporter);
    assertEquals(7, scan.split().column("n").value(0).asLong());
    assertEquals(1, CountedFiles.OPEN.get());
    assertSame(lost, assertThrows(IllegalStateException.class, scan::close));
    assertEquals(0, CountedFiles.OPEN.get());
  }
}
