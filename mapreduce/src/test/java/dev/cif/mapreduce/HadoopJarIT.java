package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.jar.BundledJar;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-contained jar that jobs are run with. */
class HadoopJarIT {
  private static final String JAR = System.getProperty("hadoop.jar");

  /** Hadoop's own Jackson stays. */
  private static final BundledJar BUNDLE =
      new BundledJar(
          Path.of(JAR),
          ".*/(format|cache|mapreduce)/target/classes|.*/cif-[a-z-]+-[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|jna|avro)-[^/]*\\.jar");

  /** An older Avro and what it needs, as Hadoop's own class path has; java takes all jars of it. */
  private static final String HADOOPS_AVRO = System.getProperty("hadoop.lib") + "/*";

  @TempDir Path folder;

  @Test
  void jar_holdsAvroAndNothingElseThatHadoopBringsToJobs() throws Exception {
    assertEquals(
        Set.of(
            "com/github/luben",
            "com/sun/jna",
            "dev/cif/cache",
            "dev/cif/format",
            "dev/cif/mapred",
            "dev/cif/mapreduce",
            "dev/cif/shaded",
            "org/apache/avro"),
        BUNDLE.packages(3));
  }

  @Test
  void jar_holdsTheLicencesOfAllThatItHolds() throws Exception {
    BUNDLE.expectLicences("CIF", "Apache Avro", "Jackson JSON processor");
  }

  /** Runs {@link JarProbe} with Hadoop and the given jars, and returns its exit code. */
  private int run(String... jars) throws IOException, InterruptedException {
    List<String> classPath = new ArrayList<>(List.of(jars));
    classPath.addAll(BUNDLE.others());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder program =
        new ProcessBuilder(
            java,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(File.pathSeparator, classPath),
            JarProbe.class.getName(),
            folder.toString());
    File log = folder.resolve("log").toFile();
    return program.redirectErrorStream(true).redirectOutput(log).start().waitFor();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"), StandardCharsets.UTF_8);
  }

  @Test
  void jar_beforeHadoopsClassPath_runsJobsInEveryLayout() throws Exception {
    assertEquals(0, run(JAR, HADOOPS_AVRO), this::logQuietly);
    Set<String> expected = PaperJobTest.typesOf(Crawl.rows(JarProbe.ROWS));
    for (String layout : JarProbe.LAYOUTS) {
      Path types = folder.resolve(layout + "-types").resolve("part-r-00000");
      assertEquals(expected, new TreeSet<>(Files.readAllLines(types)), layout);
    }
  }

  private String logQuietly() {
    try {
      return log();
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void jar_behindHadoopsAvro_saysWhatToDo() throws Exception {
    assertNotEquals(0, run(HADOOPS_AVRO, JAR));
    assertTrue(log().contains("mapreduce.job.user.classpath.first=true"), this::logQuietly);
    assertTrue(log().contains("avro-1.7.7.jar"), this::logQuietly);
  }
}
