package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The self-contained jar that is put on Hive's class path. */
class HiveJarIT {
  private static final Path JAR = Path.of(System.getProperty("hive.jar"));

  /** What the jar must bring itself. */
  private static final Pattern OURS =
      Pattern.compile(
          ".*/(format|serde|storage-handler)/target/classes|.*/cif-[a-z-]+-[^/]*\\.jar"
              + "|.*/(aircompressor|zstd-jni|avro|jackson-[a-z]+)-[^/]*\\.jar");

  @TempDir Path folder;

  @Test
  void jar_holdsNothingThatHiveOrHadoopBring() throws Exception {
    Set<String> roots = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      jar.stream()
          .filter(entry -> entry.getName().endsWith(".class"))
          .forEach(entry -> roots.add(entry.getName().replaceAll("^([^/]+/[^/]+)/.*", "$1")));
    }
    assertEquals(Set.of("com/github", "dev/cif"), roots);
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
  void jar_withHiveAndHadoopAlone_writesReadsAndIsFoundByHive() throws Exception {
    List<URL> urls = new ArrayList<>(List.of(JAR.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!OURS.matcher(entry.replace(File.separatorChar, '/')).matches()) {
        urls.add(new File(entry).toURI().toURL());
      }
    }
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
