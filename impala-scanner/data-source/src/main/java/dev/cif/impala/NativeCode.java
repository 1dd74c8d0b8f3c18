package dev.cif.impala;

import com.github.luben.zstd.util.Native;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Native code inside the data source's jar.
 *
 * <p>Impala's planner deletes its copy of the jar when it has called {@code prepare}. With {@code
 * CACHE_CLASS::} it keeps the class, and the scans of the same impalad use it. Classes can still be
 * loaded then, because the jar stays open. Resources cannot, and native code is one.
 */
final class NativeCode {
  private static final Logger LOG = LoggerFactory.getLogger(NativeCode.class);

  private NativeCode() {}

  /** Loads the native code while the jar is there. Without it only columns of zstd are an error. */
  static void load() {
    try {
      Native.load();
    } catch (LinkageError e) {
      LOG.warn("the native code of zstd can't be loaded; columns that need it can't be read", e);
    }
  }
}
