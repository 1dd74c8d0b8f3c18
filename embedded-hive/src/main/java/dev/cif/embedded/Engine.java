package dev.cif.embedded;

import java.util.Locale;

/** Execution engine of an {@link EmbeddedHive}; both run inside this process. */
public enum Engine {
  /** Local MapReduce: quick to start, every stage goes through files. */
  MR,
  /** Tez in local mode: a few seconds to start, faster from the second statement on. */
  TEZ;

  /** Returns the name for {@code hive.execution.engine}. */
  public String hiveName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
