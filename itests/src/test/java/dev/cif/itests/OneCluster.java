package dev.cif.itests;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives all tests of a run one {@link Cluster}: the first starts it, and the last has it removed.
 */
final class OneCluster implements ParameterResolver, AfterTestExecutionCallback {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Cluster.class;
  }

  @Override
  public Cluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return store(context)
        .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class)
        .cluster;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      Running running = store(context).get(Running.class, Running.class);
      if (running != null) {
        running.cluster.printLogs();
      }
    }
  }

  /** That of all tests. */
  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getRoot().getStore(ExtensionContext.Namespace.create(OneCluster.class));
  }

  /** JUnit closes what its store has. */
  private static final class Running implements AutoCloseable {
    private final Cluster cluster;

    private Running() {
      try {
        cluster = Cluster.start();
      } catch (Exception e) {
        throw new IllegalStateException("The services don't start", e);
      }
    }

    @Override
    public void close() throws IOException {
      cluster.close();
    }
  }
}
