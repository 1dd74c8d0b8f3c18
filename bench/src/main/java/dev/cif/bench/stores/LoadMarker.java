package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * File beside a store that exists once all rows are in it. It records the rows and the store's
 * settings. A store that an earlier run has loaded is measured again only if both are the same.
 *
 * @param file file of the marker
 * @param index index whose rows are in the store
 * @param description description of the store
 */
record LoadMarker(Path file, EventIndex index, String description) {
  private static final String BYTES = "bytes";
  private static final String SECONDS = "seconds";

  /** Returns the properties that must be the same. */
  private Properties wanted() {
    Properties wanted = new Properties();
    wanted.setProperty("rows", Long.toString(index.size()));
    wanted.setProperty("splits", Integer.toString(index.splits()));
    // The last row also depends on the seed and on the generator's version.
    wanted.setProperty("last", index.picker().row(index.size() - 1).toString());
    wanted.setProperty("store", description);
    return wanted;
  }

  /** Returns the bytes of the store that is there already; -1 if there is none, or another one. */
  long bytes() throws IOException {
    if (!Files.exists(file)) {
      return -1;
    }
    Properties found = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      found.load(reader);
    }
    String bytes = found.getProperty(BYTES, "-1");
    found.remove(BYTES);
    found.remove(SECONDS);
    return found.equals(wanted()) ? Long.parseLong(bytes) : -1;
  }

  /** Records that the store is complete. */
  void write(long bytes, double seconds) throws IOException {
    Properties all = wanted();
    all.setProperty(BYTES, Long.toString(bytes));
    all.setProperty(SECONDS, Double.toString(seconds));
    try (Writer writer = Files.newBufferedWriter(file)) {
      all.store(writer, null);
    }
  }
}
