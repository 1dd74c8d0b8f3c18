package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.ColumnOptions;
import dev.cif.format.Compression;
import dev.cif.format.Layout;
import dev.cif.format.SplitWriter;
import dev.cif.format.WriteOptions;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-contained jar that CREATE DATA SOURCE names. */
class ImpalaJarIT {
  private static final Path JAR = Path.of(System.getProperty("impala.jar"));

  /** What the jar must bring itself, although Impala's class path may have it, too. */
  private static final Pattern OURS =
      Pattern.compile(
          ".*/(format|data-source)/target/classes|.*/cif-(format|impala-data-source)-\\d[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|avro|jackson-[a-z]+)-[^/]*\\.jar");

  @TempDir Path folder;

  @Test
  void jar_holdsNothingThatImpalaBrings() throws Exception {
    Set<String> roots = new TreeSet<>();
    Set<String> services = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      jar.stream()
          .filter(entry -> entry.getName().endsWith(".class"))
          .forEach(entry -> roots.add(entry.getName().replaceAll("^([^/]+/[^/]+)/.*", "$1")));
      jar.stream()
          .filter(entry -> entry.getName().startsWith("META-INF/services/"))
          .forEach(entry -> services.add(entry.getName()));
    }
    // In particular no org/apache/impala: the classes of the interface must be Impala's.
    assertEquals(Set.of("com/github", "dev/cif"), roots);
    assertEquals(Set.of(), services);
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
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertTrue(text(jar, "LICENSE").contains("Apache License"));
      String notice = text(jar, "NOTICE");
      for (String product : List.of("CIF", "Jackson JSON processor")) {
        assertTrue(notice.contains(product), notice);
      }
      assertTrue(text(jar, "licenses/zstd-jni").contains("Luben Karavelov"));
      assertTrue(text(jar, "licenses/zstd").contains("Meta Platforms"));
      assertTrue(text(jar, "licenses/aircompressor").contains("Snappy License"));
      assertTrue(text(jar, "FastDoubleParser-LICENSE").contains("MIT License"));
      assertTrue(text(jar, "Schubfach-LICENSE").contains("Raffaello Giulietti"));
    }
  }

  @Test
  void jar_loadedAsImpalaDoes_readsTheTable() throws Exception {
    write("zstd", Layout.BLOCK, Compression.ZSTD);
    write("lzo", Layout.BLOCK, Compression.LZO);
    write("auto", Layout.AUTO, Compression.ZSTD);
    List<URL> impala = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!OURS.matcher(entry.replace(File.separatorChar, '/')).matches()) {
        impala.add(new File(entry).toURI().toURL());
      }
    }
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
      String init = "{\"path\": \"" + folder.resolve("t").toUri() + "\"}";
      // Without CACHE_CLASS:: each query has a class loader of its own.
      for (int i = 0; i < 2; i++) {
        try (URLClassLoader ofJar =
            URLClassLoader.newInstance(new URL[] {JAR.toUri().toURL()}, parent)) {
          String rows = query.apply(ofJar, init);
          for (String expected : List.of("[zstd 2]", "[zstd 3]", "[lzo 2]", "[auto 3]")) {
            assertTrue(rows.contains(expected), rows);
          }
          assertEquals(6, rows.split("\\], \\[", -1).length, rows);
        }
      }
    } finally {
      thread.setContextClassLoader(before);
    }
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
