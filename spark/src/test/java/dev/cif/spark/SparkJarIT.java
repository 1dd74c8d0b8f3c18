package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.jar.BundledJar;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the self-contained jar that {@code spark-submit --jars} names. */
class SparkJarIT {
  private static final BundledJar JAR =
      new BundledJar(
          Path.of(System.getProperty("spark.jar")),
          ".*/format/target/.*|.*/spark/target/classes|.*/cif-(format|spark)-\\d[^/]*\\.jar");

  @TempDir Path folder;

  @Test
  void jar_holdsNothingThatSparkBrings() throws Exception {
    assertEquals(Set.of("dev/cif"), JAR.packages(2));
    assertEquals(
        List.of("META-INF/services/org.apache.spark.sql.sources.DataSourceRegister"),
        JAR.names().stream()
            .filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
            .toList());
  }

  @Test
  void jar_holdsTheLicencesOfAllThatItHolds() throws Exception {
    JAR.expectLicences("CIF", "Jackson JSON processor");
  }

  @Test
  void jar_givenToSparkSubmit_writesAndReads() throws Exception {
    List<String> classPath =
        JAR.otherUrls().stream()
            .map(url -> new File(url.getPath()).getPath())
            .collect(Collectors.toList());
    String jar = System.getProperty("spark.jar");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Arrays.stream(System.getProperty("spark.opens").split(" ")).forEach(command::add);
    command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1"));
    // The jar is no part of Spark's class path: SparkSubmit loads it, in a loader of its own.
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]"));
    command.addAll(List.of("--conf", "spark.ui.enabled=false"));
    command.addAll(List.of("--conf", "spark.driver.host=localhost"));
    command.addAll(List.of("--jars", jar, "--class", SparkJarProbe.class.getName()));
    Path probe =
        Path.of(SparkJarProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    command.addAll(List.of(probeJar(probe).toString(), folder.resolve("t").toUri().toString()));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    assertTrue(out.contains("PROBE 100 4950 zstd lz4 ok"), out);
  }

  /** Packs the probe's class, as an application has a jar. */
  private Path probeJar(Path classes) throws Exception {
    Path jar = folder.resolve("app.jar");
    String name = SparkJarProbe.class.getName().replace('.', '/') + ".class";
    try (java.util.jar.JarOutputStream out =
        new java.util.jar.JarOutputStream(java.nio.file.Files.newOutputStream(jar))) {
      out.putNextEntry(new java.util.jar.JarEntry(name));
      out.write(java.nio.file.Files.readAllBytes(classes.resolve(name)));
      out.closeEntry();
    }
    return jar;
  }
}
