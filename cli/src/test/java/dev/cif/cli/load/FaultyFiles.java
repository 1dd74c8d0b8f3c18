package dev.cif.cli.load;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files, under a scheme of their own; one rename fails, or something happens before it. */
public final class FaultyFiles extends RawLocalFileSystem {
  static final String SCHEME = "faulty";

  private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

  private static volatile Fault fault = FaultyFiles::fail;

  /** Action before a step. */
  interface Fault {
    void run() throws IOException;
  }

  /** Lets one step fail, after a number of others. */
  static void failAfter(int steps) {
    before(steps, FaultyFiles::fail);
  }

  /** Does something before one step, after a number of others. */
  static void before(int steps, Fault what) {
    fault = what;
    LEFT.set(steps);
  }

  private static void fail() throws IOException {
    throw new IOException("as the test wants it");
  }

  /** Lets all steps be; returns whether the one that was meant was reached. */
  static boolean mend() {
    return LEFT.getAndSet(Integer.MAX_VALUE) < 0;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  private static void step() throws IOException {
    if (LEFT.getAndDecrement() == 0) {
      fault.run();
    }
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    step();
    return super.rename(from, to);
  }
}
