package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-contained jar that jobs are run with. */
class HadoopJarIT {
  private static final String JAR = System.getProperty("hadoop.jar");

  /** An older Avro and what it needs, as Hadoop's own class path has; java takes all jars of it. */
  private static final String HADOOPS_AVRO = System.getProperty("hadoop.lib") + "/*";

  /** What the jar must bring itself; Hadoop's own Jackson stays. */
  private static final Pattern OURS =
      Pattern.compile(
          ".*/(format|mapreduce)/target/classes|.*/cif-[a-z-]+-[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|avro)-[^/]*\\.jar");

  @TempDir Path folder;

  @Test
  void jar_holdsAvroAndNothingElseThatHadoopBrings() throws Exception {
    Set<String> roots = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR)) {
      jar.stream()
          .filter(entry -> entry.getName().endsWith(".class"))
          .forEach(entry -> roots.add(entry.getName().replaceAll("^(\\w+/\\w+/\\w+)/.*", "$1")));
    }
    assertEquals(
        Set.of(
            "com/github/luben",
            "dev/cif/format",
            "dev/cif/mapred",
            "dev/cif/mapreduce",
            "dev/cif/shaded",
            "org/apache/avro"),
        roots);
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry("META-INF/" + name);
    assertNotNull(entry, name);
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void jar_holdsTheLicencesOfAllThatItHolds() throws Exception {
    try (JarFile jar = new JarFile(JAR)) {
      assertTrue(text(jar, "LICENSE").contains("Apache License"));
      String notice = text(jar, "NOTICE");
      for (String product : List.of("CIF", "Apache Avro", "Jackson JSON processor")) {
        assertTrue(notice.contains(product), notice);
      }
      assertTrue(text(jar, "licenses/zstd-jni").contains("Luben Karavelov"));
      assertTrue(text(jar, "licenses/zstd").contains("Meta Platforms"));
      assertTrue(text(jar, "licenses/aircompressor").contains("Snappy License"));
      assertTrue(text(jar, "FastDoubleParser-LICENSE").contains("MIT License"));
      assertTrue(text(jar, "Schubfach-LICENSE").contains("Raffaello Giulietti"));
    }
  }

  /** Runs {@link JarProbe} with Hadoop and the given jars, and returns its exit code. */
  private int run(String... jars) throws IOException, InterruptedException {
    List<String> classPath = new ArrayList<>(List.of(jars));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!OURS.matcher(entry.replace(File.separatorChar, '/')).matches()) {
        classPath.add(entry);
      }
    }
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
