package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * Tests that files are read without the cache if the system calls are missing, whatever the
 * settings.
 */
class MissingLibraryTest {
  /** JNA's own setting that lets it find no library in its jar. */
  private static final String NO_LIBRARY = "jna.noclasspath";

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry :
        System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  /** Called in a class loader in which nothing is linked yet. */
  public static String describe() {
    Configuration job = new Configuration(false);
    job.set(CacheSettings.SIZE, "1048576");
    boolean isOff = ReadOptions.from(job).columnCache() == null && ScanPlans.of(job) == null;
    return isOff + ": " + LibC.reason();
  }

  @Test
  void withoutTheLibrary_thereIsNoCache() throws Exception {
    System.setProperty(NO_LIBRARY, "true");
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> inside = loader.loadClass(MissingLibraryTest.class.getName());
      assertEquals(loader, inside.getClassLoader());
      Method describe = inside.getMethod("describe");
      describe.setAccessible(true);
      String found = (String) describe.invoke(null);
      String start = "true: its native library cannot be loaded: ";
      assertTrue(found.startsWith(start), found);
    } finally {
      System.clearProperty(NO_LIBRARY);
    }
  }
}
