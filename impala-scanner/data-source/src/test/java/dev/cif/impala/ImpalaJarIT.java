package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.jar.BundledJar;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the self-contained jar that CREATE DATA SOURCE names. */
class ImpalaJarIT {
  /** Checks that the jar uses its own classes, even if Impala's class path has them, too. */
  private static final BundledJar JAR =
      new BundledJar(
          Path.of(System.getProperty("impala.jar")),
          ".*/(format|data-source)/target/classes|.*/cif-(format|impala-data-source)-\\d[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|avro|jackson-[a-z]+)-[^/]*\\.jar");

  @TempDir Path folder;

  @Test
  void jar_holdsNothingThatImpalaBrings() throws Exception {
    // In particular no org/apache/impala: the classes of the interface must be Impala's.
    assertEquals(Set.of("com/github", "dev/cif"), JAR.packages(2));
    assertEquals(
        List.of(),
        JAR.names().stream()
            .filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/"))
            .toList());
  }

  @Test
  void jar_holdsTheLicencesOfAllThatItHolds() throws Exception {
    JAR.expectLicences("CIF", "Jackson JSON processor");
  }

  @Test
  void jar_loadedAsImpalaDoes_readsTheTable() throws Exception {
    writeTable();
    asImpala(
        (query, parent) -> {
          // Without CACHE_CLASS:: each query has a class loader of its own.
          for (int i = 0; i < 2; i++) {
            try (URLClassLoader ofJar = URLClassLoader.newInstance(new URL[] {JAR.url()}, parent)) {
              expectRows(query.apply(ofJar, init()));
            }
          }
        });
  }

  @Test
  void jar_deletedWhenPlanned_readsTheTableByTheClassThatWasKept() throws Exception {
    writeTable();
    Path copy = folder.resolve("copy.jar");
    try (InputStream jar = JAR.url().openStream()) {
      Files.copy(jar, copy);
    }
    asImpala(
        (query, parent) -> {
          try (URLClassLoader ofCopy =
              URLClassLoader.newInstance(new URL[] {copy.toUri().toURL()}, parent)) {
            expectRows(query.apply(ofCopy, "CACHE_CLASS::" + init()));
          }
        });
    assertFalse(Files.exists(copy));
  }

  /** Queries that are made by a class loader of the jar, and of an init string. */
  private interface Queries {
    void run(BiFunction<ClassLoader, String, String> query, ClassLoader impala) throws Exception;
  }

  private static void asImpala(Queries queries) throws Exception {
    List<URL> impala = JAR.otherUrls();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Never closed, like Impala's: Hadoop's hooks run when the JVM ends.
    ClassLoader parent =
        new URLClassLoader(impala.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    try {
      // Impala's threads do not know the jar's class loader.
      thread.setContextClassLoader(parent);
      assertThrows(
          ClassNotFoundException.class, () -> parent.loadClass(CifDataSource.class.getName()));
      Class<?> probe = parent.loadClass(ImpalaJarProbe.class.getName());
      @SuppressWarnings("unchecked")
      BiFunction<ClassLoader, String, String> query =
          (BiFunction<ClassLoader, String, String>) probe.getDeclaredConstructor().newInstance();
      queries.run(query, parent);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private String init() {
    return "{\"path\": \"" + folder.resolve("t").toUri() + "\"}";
  }

  private static void expectRows(String rows) {
    for (String expected : List.of("[zstd 2]", "[zstd 3]", "[lzo 2]", "[auto 3]")) {
      assertTrue(rows.contains(expected), rows);
    }
    assertEquals(6, rows.split("\\], \\[", -1).length, rows);
  }

  private void writeTable() throws Exception {
    write("zstd", Layout.BLOCK, Compression.ZSTD);
    write("lzo", Layout.BLOCK, Compression.LZO);
    write("auto", Layout.AUTO, Compression.ZSTD);
  }

  private void write(String name, Layout layout, Compression compression) throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    ColumnOptions column =
        ColumnOptions.DEFAULT.withLayout(layout).withCompression(compression).withBlockRows(2);
    CifSchema schema = CifSchema.of(List.of("s", "n"), List.of(CifType.STRING, CifType.INT));
    org.apache.hadoop.fs.Path split =
        new org.apache.hadoop.fs.Path(folder.resolve("t").resolve(name).toUri());
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.of(column))) {
      for (int i = 0; i < 4; i++) {
        ((BytesVector) writer.column(0)).append(name + " " + i);
        ((LongVector) writer.column(1)).append(i);
        writer.endRow();
      }
    }
  }
}
