package dev.cif.embedded;

import java.util.Locale;

/** The execution engine of an {@link EmbeddedHive}; both run inside this process. */
public enum Engine {
  /** Local MapReduce: little to start, every stage goes through files. */
  MR,
  /** Tez in local mode: a few seconds to start, quicker from the second statement on. */
  TEZ;

  /** The name as {@code hive.execution.engine} takes it. */
  public String hiveName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
