package dev.cif.format.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseTest {
  @TempDir Path folder;

  private URL jar(String name, String artifact, String version) throws IOException {
    Path jar = folder.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(Release.RESOURCE));
      String text = "artifact=" + artifact + "\nversion=" + version + "\n";
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return jar.toUri().toURL();
  }

  private static void expectOne(URL... jars) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(jars, null)) {
      thread.setContextClassLoader(loader);
      Release.expectOne();
      Release.expectOne();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void expectOne_jarsOfSeveralReleases_namesThem() throws Exception {
    URL[] jars = {
      jar("new.jar", "cif-storage-handler", "0.2.0"),
      jar("format.jar", "cif-format", "0.1.0"),
      jar("old.jar", "cif-storage-handler", "0.1.0")
    };
    IllegalStateException e = assertThrows(IllegalStateException.class, () -> expectOne(jars));
    assertEquals(
        String.format(
            "several releases of CIF are on the class path, whose classes would be mixed: 0.1.0 in"
                + " %1$s/format.jar and %1$s/old.jar; 0.2.0 in %1$s/new.jar. Leave the jars of one"
                + " there; hive.aux.jars.path and ADD JAR count, too",
            folder),
        e.getMessage());
  }

  @Test
  void expectOne_jarsOfOneRelease_areFineAlsoTwice() throws Exception {
    expectOne(
        jar("a.jar", "cif-storage-handler", "0.1.0"),
        jar("b.jar", "cif-storage-handler", "0.1.0"),
        jar("c.jar", "cif-mapreduce", "0.1.0"));
    expectOne();
    Release.expectOne();
  }
}
