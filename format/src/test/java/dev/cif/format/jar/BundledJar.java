package dev.cif.format.jar;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** A jar that brings what it needs, for the tests of the modules that build one. */
public final class BundledJar {
  private final Path file;
  private final Pattern ours;

  /**
   * A jar.
   *
   * @param file the jar
   * @param ours what it brings itself: entries of this test's class path, with '/' between folders
   */
  public BundledJar(Path file, String ours) {
    this.file = file;
    this.ours = Pattern.compile(ours);
  }

  /** The packages of its classes, cut after so many parts, as folders. */
  public Set<String> packages(int parts) throws IOException {
    Pattern beyond = Pattern.compile("^((?:[^/]+/){" + (parts - 1) + "}[^/]+)/.*");
    Set<String> found = new TreeSet<>();
    for (String name : names()) {
      if (name.endsWith(".class")) {
        found.add(beyond.matcher(name).replaceAll("$1"));
      }
    }
    return found;
  }

  /** The names of all that it holds. */
  public List<String> names() throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream().map(JarEntry::getName).toList();
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    JarEntry entry = jar.getJarEntry("META-INF/" + name);
    assertNotNull(entry, name);
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Checks that the licences of all that it holds are in it.
   *
   * @param products those that its NOTICE has to name
   */
  public void expectLicences(String... products) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      assertTrue(text(jar, "LICENSE").contains("Apache License"));
      String notice = text(jar, "NOTICE");
      for (String product : products) {
        assertTrue(notice.contains(product), notice);
      }
      if (jar.getJarEntry("com/github/luben/zstd/Zstd.class") != null) {
        assertTrue(text(jar, "licenses/zstd-jni").contains("Luben Karavelov"));
        assertTrue(text(jar, "licenses/zstd").contains("Meta Platforms"));
      }
      if (jar.getJarEntry("com/sun/jna/Native.class") != null) {
        assertTrue(text(jar, "licenses/libffi").contains("Anthony Green"));
      }
      assertTrue(text(jar, "licenses/aircompressor").contains("Snappy License"));
      assertTrue(text(jar, "FastDoubleParser-LICENSE").contains("MIT License"));
      assertTrue(text(jar, "Schubfach-LICENSE").contains("Raffaello Giulietti"));
    }
  }

  /** This test's class path without what the jar brings. */
  public List<String> others() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!ours.matcher(entry.replace(File.separatorChar, '/')).matches()) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /** Returns the other entries of the class path, for a class loader. */
  public List<URL> otherUrls() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : others()) {
      urls.add(new File(entry).toURI().toURL());
    }
    return urls;
  }

  /** The jar for a class loader. */
  public URL url() throws MalformedURLException {
    return file.toUri().toURL();
  }
}
