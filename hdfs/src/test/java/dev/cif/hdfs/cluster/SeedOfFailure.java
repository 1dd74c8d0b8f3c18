package dev.cif.hdfs.cluster;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Has each test begin with the same seed, and one that fails say from which. */
public final class SeedOfFailure implements BeforeEachCallback, TestExecutionExceptionHandler {
  @Override
  public void beforeEach(ExtensionContext context) {
    Seed.sow();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    failure.addSuppressed(new Again());
    throw failure;
  }

  /** A line below the failure's own stack trace. */
  static final class Again extends Exception {
    private static final long serialVersionUID = 1;

    Again() {
      super(
          "all that was left to chance follows from the seed: -D"
              + Seed.PROPERTY
              + "="
              + Seed.value(),
          null,
          false,
          false);
    }
  }
}
