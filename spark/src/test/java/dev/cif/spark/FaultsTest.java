package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.TimestampVector;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Bad input is one error that says what is wrong, and where. */
class FaultsTest {
  @TempDir Path folder;
  private final SparkSession spark = Sessions.shared();

  private Dataset<Row> load(String name) {
    return spark.read().format("cif").load(folder.resolve(name).toUri().toString());
  }

  /** Checks that an error or one of its causes has a text. */
  private static void expect(String text, Executable action) {
    Throwable thrown = assertThrows(Throwable.class, action);
    StringBuilder messages = new StringBuilder();
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      messages.append(at.getMessage()).append('\n');
    }
    assertTrue(messages.indexOf(text) >= 0, messages.toString());
  }

  private void writeInts(String name) throws Exception {
    Splits.write(
        folder.resolve(name),
        List.of("n", "s"),
        List.of("int", "string"),
        v -> {
          ((LongVector) v[0]).append(7);
          ((BytesVector) v[1]).append("seven");
        });
  }

  @Test
  void pathWithoutATable_isNamed() throws Exception {
    expect("there is no such folder", () -> load("none"));
    Files.createDirectory(folder.resolve("empty"));
    expect("there is no split-directory", () -> load("empty"));
    expect("needs the folder of the table", () -> spark.read().format("cif").load());
    expect("reads one folder", () -> spark.read().format("cif").load("a", "b"));
    Files.createDirectory(folder.resolve("text"));
    Files.writeString(folder.resolve("text/part.csv"), "1,2");
    expect("part.csv: this is no part of a split-directory", () -> load("text"));
    expect(
        "there is no such folder",
        () ->
            spark
                .read()
                .format("cif")
                .schema("n INT")
                .load(folder.resolve("none").toString())
                .collectAsList());
  }

  @Test
  void jarsOfTwoReleases_areNamed() throws Exception {
    writeInts("t/split");
    List<URL> jars = new ArrayList<>();
    for (String version : List.of("0.1.0", "0.2.0")) {
      Path jar = Files.createDirectories(folder.resolve("jar-" + version + "/META-INF"));
      Files.writeString(jar.resolve("cif.properties"), "artifact=cif-spark\nversion=" + version);
      jars.add(jar.getParent().toUri().toURL());
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader two = new URLClassLoader(jars.toArray(URL[]::new), before)) {
      thread.setContextClassLoader(two);
      expect("several releases of CIF are on the class path", () -> load("t"));
    } finally {
      thread.setContextClassLoader(before);
    }
    assertEquals(1, load("t").count());
  }

  @Test
  void columnOfATypeThatSparkLacks_isNamed_andOthersCanBeRead() throws Exception {
    Splits.write(
        folder.resolve("t/split"),
        List.of("n", "u"),
        List.of("int", "uniontype<int,string>"),
        v -> {
          ((LongVector) v[0]).append(1);
          v[1].appendNull();
        });
    expect("column 'u': Spark has no type for uniontype<int,string>", () -> load("t"));
    String path = folder.resolve("t").toString();
    assertEquals(1, spark.read().format("cif").schema("n INT").load(path).first().getInt(0));
  }

  @Test
  void typesThatDoNotFit_areNamed() throws Exception {
    writeInts("t/split");
    String path = folder.resolve("t").toString();
    assertEquals(7L, spark.read().format("cif").schema("N BIGINT").load(path).first().getLong(0));
    expect(
        "stored as string, which cannot be read as int",
        () -> spark.read().format("cif").schema("s INT").load(path).collectAsList());
    expect(
        "column 'i': CIF has no type for Spark's void",
        () ->
            spark
                .sql("SELECT 1 AS n, NULL AS i")
                .write()
                .format("cif")
                .save(folder.resolve("i").toString()));
    writeInts("k/k=x/split");
    expect(
        "the folder's k=x is no int",
        () ->
            spark
                .read()
                .format("cif")
                .schema("n INT, k INT")
                .load(folder.resolve("k").toString())
                .collectAsList());
    Splits.write(
        folder.resolve("far/split"),
        List.of("t"),
        List.of("timestamp"),
        v -> ((TimestampVector) v[0]).append(Long.MAX_VALUE / 1000, 0));
    expect("beyond Spark's range", () -> load("far").collectAsList());
  }

  @Test
  void damagedFile_isNamedWithItsPlace_andHurtsNoOtherColumn() throws Exception {
    writeInts("t/split");
    Path file = folder.resolve("t/split/2-s.col");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 4] ^= 1;
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling(".2-s.col.crc"));
    Dataset<Row> table = load("t");
    expect("2-s.col", () -> table.select("s").collectAsList());
    assertEquals(7, table.select("n").first().getInt(0));
  }

  @Test
  void splitThatIsReplacedWhileAQueryRuns_isAnError() throws Exception {
    writeInts("t/split");
    Dataset<Row> query = load("t").select("n");
    // The tasks are planned.
    query.rdd().getNumPartitions();
    Path split = folder.resolve("t/split");
    try (var files = Files.list(split)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(split);
    Splits.write(
        split,
        List.of("n"),
        List.of("int"),
        v -> ((LongVector) v[0]).append(1),
        v -> ((LongVector) v[0]).append(2));
    expect("it was replaced meanwhile", () -> query.rdd().count());
  }
}
