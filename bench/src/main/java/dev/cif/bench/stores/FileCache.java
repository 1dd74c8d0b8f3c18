package dev.cif.bench.stores;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;

/** Cache of a client's open files: it opens each once. Thread-safe. */
final class FileCache<T> {
  /** Function that opens a file. */
  interface Opener<T> {
    T open(Path file) throws IOException;
  }

  private final Opener<T> opener;
  private final Map<Path, T> kept = new ConcurrentHashMap<>();

  FileCache(Opener<T> opener) {
    this.opener = opener;
  }

  /** Returns the open object of a file. */
  T of(Path file) throws IOException {
    T open = kept.get(file);
    if (open != null) {
      return open;
    }
    T opened = opener.open(file);
    open = kept.putIfAbsent(file, opened);
    if (open != null && opened instanceof Closeable late) {
      late.close();
    }
    return open == null ? opened : open;
  }

  /** Returns all open objects. */
  Collection<T> all() {
    return kept.values();
  }
}
