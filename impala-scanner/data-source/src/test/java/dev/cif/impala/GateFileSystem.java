package dev.cif.impala;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * Local files under {@code gate:///}. Counts the open streams, and holds readers of paths that
 * contain {@code held} until the gate is opened.
 */
public final class GateFileSystem extends RawLocalFileSystem {
  static final AtomicInteger OPEN_STREAMS = new AtomicInteger();
  private static volatile CountDownLatch arrived = new CountDownLatch(0);
  private static volatile CountDownLatch gate = new CountDownLatch(0);

  /** Closes the gate. */
  static void hold() {
    gate = new CountDownLatch(1);
    arrived = new CountDownLatch(1);
  }

  /** Waits until a reader stands at the gate. */
  static void awaitReader() throws InterruptedException {
    arrived.await();
  }

  static void release() {
    gate.countDown();
  }

  @Override
  public URI getUri() {
    return URI.create("gate:///");
  }

  @Override
  public String getScheme() {
    return "gate";
  }

  /**
   * Overridden, since Hadoop's method asks for permissions, which local files have only under their
   * own scheme.
   */
  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) throws IOException {
    List<LocatedFileStatus> files = new ArrayList<>();
    for (FileStatus file : listStatus(folder)) {
      FileStatus plain =
          new FileStatus(
              file.getLen(),
              file.isDirectory(),
              1,
              file.getBlockSize(),
              file.getModificationTime(),
              file.getPath());
      files.add(new LocatedFileStatus(plain, new BlockLocation[0]));
    }
    return RemoteIterators.remoteIteratorFromIterable(files);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (path.toString().contains("held")) {
      arrived.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
    FSDataInputStream file = super.open(path, bufferSize);
    OPEN_STREAMS.incrementAndGet();
    return new FSDataInputStream(file) {
      private boolean closed;

      @Override
      public void close() throws IOException {
        if (!closed) {
          closed = true;
          OPEN_STREAMS.decrementAndGet();
        }
        super.close();
      }
    };
  }
}
