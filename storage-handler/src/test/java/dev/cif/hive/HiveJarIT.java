package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.jar.BundledJar;
import java.net.URL;
import java.net.URLClassLoader;
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
}
