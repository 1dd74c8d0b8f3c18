package dev.cif.itests.sparkhive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the jar as {@code spark-submit --jars} gives it, in a class loader of the application. */
@Tag("nightly")
class SubmitTest {
  @TempDir Path folder;

  /** The application that is submitted. */
  public static final class Application {
    private Application() {}

    public static void main(String[] arguments) {
      SparkSession session = SparkSession.builder().enableHiveSupport().getOrCreate();
      session.sql("CREATE TABLE t (id INT, day DATE) PARTITIONED BY (k INT)" + arguments[0]);
      session.sql(
          "INSERT INTO t PARTITION (k) SELECT id, DATE'2020-01-01', id % 3 FROM range(0, 99, 1, 2)");
      session.sql("CREATE TABLE u" + arguments[0] + "AS SELECT id, day FROM t WHERE k = 1");
      System.out.println(
          "SUBMITTED "
              + session.sql("SELECT count(*), sum(id), min(day) FROM u").first()
              + " "
              + session.sql("SELECT count(*) FROM t").first());
      session.stop();
    }
  }

  @Test
  void jarOfAnApplication_writesAndReads() throws Exception {
    List<String> spark = new ArrayList<>();
    List<String> ours = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      (entry.contains("cif-storage-handler") ? ours : spark).add(entry);
    }
    spark.removeIf(entry -> entry.endsWith("classes"));
    assertEquals(1, ours.size(), ours.toString());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(System.getProperty("spark.opens").split(" ", -1)));
    command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, spark)));
    command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]"));
    for (String setting :
        List.of(
            "spark.ui.enabled=false",
            "spark.driver.host=localhost",
            "spark.sql.shuffle.partitions=1",
            "spark.sql.warehouse.dir=" + folder.resolve("warehouse").toUri(),
            "spark.hadoop.hive.exec.scratchdir=" + folder.resolve("scratch"),
            "spark.hadoop.hive.exec.dynamic.partition.mode=nonstrict",
            "spark.hadoop.javax.jdo.option.ConnectionURL=" + SparkHive.METASTORE,
            "spark.hadoop.datanucleus.schema.autoCreateAll=true",
            "spark.hadoop.hive.metastore.schema.verification=false")) {
      command.addAll(List.of("--conf", setting));
    }
    command.addAll(List.of("--jars", ours.get(0), "--class", Application.class.getName()));
    command.addAll(List.of(applicationJar().toString(), SparkHive.CIF));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    assertTrue(out.contains("SUBMITTED [33,1617,2020-01-01] [99]"), out);
  }

  private Path applicationJar() throws IOException {
    Path jar = folder.resolve("application.jar");
    String name = Application.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = Application.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
      out.closeEntry();
    }
    return jar;
  }
}
