package dev.cif.cli.load;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files, under a scheme of their own; one rename fails. */
public final class FaultyFiles extends RawLocalFileSystem {
  static final String SCHEME = "faulty";

  private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

  /** Lets one step fail, after a number of others. */
  static void failAfter(int steps) {
    LEFT.set(steps);
  }

  /** Lets no step fail; returns whether one has failed. */
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
      throw new IOException("as the test wants it");
    }
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    step();
    return super.rename(from, to);
  }
}
