package dev.cif.impala;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files under {@code gate:///}: counts the streams that are open, and holds readers of paths
 * that contain {@code held} until the gate is opened.
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
    OPEN_STREAMS.incrementAndGet();
    return new FSDataInputStream(super.open(path, bufferSize)) {
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
