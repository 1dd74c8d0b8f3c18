package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.jar.BundledJar;
import dev.cif.hive.serde.CifSerDe;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-contained jar that is put on Hive's class path. */
class HiveJarIT {
  private static final BundledJar JAR =
      new BundledJar(
          Path.of(System.getProperty("hive.jar")),
          ".*/(format|cache|serde|storage-handler)/target/classes|.*/cif-[a-z-]+-[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|jna|avro|jackson-[a-z]+)-[^/]*\\.jar");

  @TempDir Path folder;

  /**
   * Returns the output of {@link SerDeProbe} with these jars on its class path, and Hive and
   * Hadoop.
   */
  private static String table(Path... jars) throws Exception {
    List<URL> urls = JAR.otherUrls();
    for (Path jar : jars) {
      urls.add(0, jar.toUri().toURL());
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      Class<?> probe = loader.loadClass(SerDeProbe.class.getName());
      return probe.getDeclaredConstructor().newInstance().toString();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The jar as another release would have it. */
  private Path ofAnotherRelease(Path jar) throws Exception {
    Path other = Files.copy(jar, folder.resolve("cif-other-hive.jar"));
    try (FileSystem zip = FileSystems.newFileSystem(other)) {
      Path release = zip.getPath("META-INF/cif.properties");
      Files.writeString(
          release, Files.readString(release).replaceFirst("version=.*", "version=9.9.9"));
    }
    return other;
  }

  @Test
  void jars_ofTwoReleases_areNamedWhereATableIsUsed() throws Exception {
    Path jar = Path.of(System.getProperty("hive.jar"));
    Path other = ofAnotherRelease(jar);
    assertEquals("a table of 1 column", table(jar));
    for (Path[] both : new Path[][] {{jar, other}, {other, jar}}) {
      String said = table(both);
      assertTrue(said.startsWith("several releases of CIF are on the class path"), said);
      assertTrue(said.contains("9.9.9 in " + other), said);
      assertTrue(said.contains(" in " + jar.toAbsolutePath().normalize()), said);
    }
  }

  @Test
  void jars_ofOneRelease_twice_work() throws Exception {
    Path jar = Path.of(System.getProperty("hive.jar"));
    assertEquals("a table of 1 column", table(jar, Files.copy(jar, folder.resolve("copy.jar"))));
  }

  @Test
  void jar_holdsNothingThatHiveOrHadoopBring() throws Exception {
    // YARN has a JNA, on its own class path.
    assertEquals(Set.of("com/github", "com/sun", "dev/cif"), JAR.packages(2));
  }

  @Test
  void jar_holdsTheLicencesOfAllThatItHolds() throws Exception {
    JAR.expectLicences("CIF", "Jackson JSON processor");
  }

  @Test
  void jar_withHiveAndHadoopAlone_writesReadsAndIsFoundByHive() throws Exception {
    List<URL> urls = JAR.otherUrls();
    urls.add(0, JAR.url());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      Class<?> probe = loader.loadClass(HiveJarProbe.class.getName());
      @SuppressWarnings("unchecked")
      Function<String, String> run =
          (Function<String, String>) probe.getDeclaredConstructor().newInstance();
      assertEquals("written with ZSTD; written with LZO; ", run.apply(folder.toString()));

      Class<?> service = loader.loadClass("org.apache.hadoop.hive.ql.io.StorageFormatDescriptor");
      Set<String> found = new TreeSet<>();
      ServiceLoader.load(service, loader).forEach(s -> found.add(s.getClass().getName()));
      assertTrue(found.contains(CifStorageFormatDescriptor.class.getName()), found::toString);
      for (Class<?> format : List.of(CifInputFormat.class, CifOutputFormat.class)) {
        loader.loadClass(format.getName()).getDeclaredConstructor().newInstance();
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Hive keeps the descriptor of the first session, whose class loader it closes. */
  @Test
  void format_whenTheClassLoaderThatFoundItIsClosed_namesItsClasses() throws Exception {
    List<URL> urls = JAR.otherUrls();
    try (URLClassLoader hive =
        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      Class<?> service = hive.loadClass("org.apache.hadoop.hive.ql.io.StorageFormatDescriptor");
      Object descriptor;
      try (URLClassLoader session = new URLClassLoader(new URL[] {JAR.url()}, hive)) {
        descriptor =
            session
                .loadClass(CifStorageFormatDescriptor.class.getName())
                .getDeclaredConstructor()
                .newInstance();
      }
      assertEquals(
          CifInputFormat.class.getName(), service.getMethod("getInputFormat").invoke(descriptor));
      assertEquals(
          CifOutputFormat.class.getName(), service.getMethod("getOutputFormat").invoke(descriptor));
      assertEquals(CifSerDe.class.getName(), service.getMethod("getSerde").invoke(descriptor));
    }
  }
}
