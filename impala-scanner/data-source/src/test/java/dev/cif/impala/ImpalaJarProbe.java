package dev.cif.impala;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.apache.impala.extdatasource.v1.ExternalDataSource;

/**
 * Probe that runs a query with the data source's class, loaded like in Impala. The class loader
 * that stands for Impala's class path loads the probe itself. Between planning and scanning it
 * deletes the jar, as Impala's planner does, if Impala would keep the class.
 */
public final class ImpalaJarProbe implements BiFunction<ClassLoader, String, String> {
  @Override
  public String apply(ClassLoader ofJar, String init) {
    try {
      Class<?> type = Class.forName("dev.cif.impala.CifDataSource", true, ofJar);
      if (!Arrays.asList(type.getInterfaces()).contains(ExternalDataSource.class)) {
        throw new IllegalStateException("Impala wants the class itself to name the interface");
      }
      if (type.getClassLoader() != ofJar) {
        throw new IllegalStateException("not from the jar");
      }
      Constructor<?> constructor = type.getConstructor();
      AtomicBoolean isPlanned = new AtomicBoolean();
      Supplier<ExternalDataSource> sources =
          () -> {
            if (isPlanned.getAndSet(true) && init.startsWith("CACHE_CLASS::")) {
              delete((URLClassLoader) ofJar);
            }
            return instance(constructor);
          };
      ImpalaDriver driver =
          new ImpalaDriver(sources, init).column("s", "STRING").column("n", "INT");
      List<List<SqlComparison>> where =
          List.of(List.of(new SqlComparison("n", TComparisonOp.GE, 2)));
      return driver.select(where, "s").toString();
    } catch (ReflectiveOperationException | ImpalaDriver.QueryFailed e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(URLClassLoader ofJar) {
    try {
      Files.delete(Path.of(ofJar.getURLs()[0].toURI()));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ExternalDataSource instance(Constructor<?> constructor) {
    try {
      return (ExternalDataSource) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
