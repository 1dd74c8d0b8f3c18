package dev.cif.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;

/**
 * Sends the log messages of Hive, Hadoop, Tez and the metastore to one file, warnings and errors
 * only, and none to the console. The three logging libraries among them (log4j 2, log4j 1,
 * java.util.logging) each keep their configuration per process, so this one is the process's.
 */
final class HiveLogs {
  private static final String PATTERN = "%d{ISO8601} %-5p [%t] %c: %m%n";
  private static final String LOCAL_RUNNER = "org.apache.hadoop.mapred.LocalJobRunner";

  private final AtomicReference<Throwable> fault = new AtomicReference<>();

  HiveLogs(Path file) throws IOException {
    log4j2(file);
    log4j1(file);
    for (Handler handler : java.util.logging.Logger.getLogger("").getHandlers()) {
      handler.setLevel(java.util.logging.Level.OFF);
    }
  }

  /**
   * Returns the exception of the last local MapReduce job that failed since {@link #forgetFault},
   * or null. The job's client hears only that it failed; the runner logs the exception.
   */
  Throwable fault() {
    return fault.get();
  }

  void forgetFault() {
    fault.set(null);
  }

  private void log4j2(Path file) {
    ConfigurationBuilder<BuiltConfiguration> builder =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    builder.setStatusLevel(Level.ERROR);
    builder.add(
        builder
            .newAppender("file", "File")
            .addAttribute("fileName", file.toString())
            .add(builder.newLayout("PatternLayout").addAttribute("pattern", PATTERN)));
    builder.add(builder.newRootLogger(Level.WARN).add(builder.newAppenderRef("file")));
    builder.add(builder.newLogger(LOCAL_RUNNER, Level.WARN));
    LoggerContext context = LoggerContext.getContext(false);
    context.reconfigure(builder.build());
    FaultAppender appender = new FaultAppender();
    appender.start();
    context
        .getConfiguration()
        .getLoggerConfig(LOCAL_RUNNER)
        .addAppender(appender, Level.WARN, null);
  }

  private static void log4j1(Path file) throws IOException {
    org.apache.log4j.Logger root = org.apache.log4j.Logger.getRootLogger();
    root.removeAllAppenders();
    root.setLevel(org.apache.log4j.Level.WARN);
    root.addAppender(
        new org.apache.log4j.FileAppender(
            new org.apache.log4j.PatternLayout(PATTERN), file.toString(), true));
  }

  private final class FaultAppender extends AbstractAppender {
    FaultAppender() {
      super("fault", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      if (event.getThrown() != null) {
        fault.set(event.getThrown());
      }
    }
  }
}
