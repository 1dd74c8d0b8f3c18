package dev.cif.format.options;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that only one release of CIF is on the class path. Classes of two would be mixed, and fail
 * later, far from the cause. Thread-safe.
 */
public final class Release {
  /** Resource in each jar with its artifact and version. */
  static final String RESOURCE = "META-INF/cif.properties";

  private static final Logger LOG = LoggerFactory.getLogger(Release.class);

  /** Class loaders that were checked. */
  private static final Map<ClassLoader, Boolean> CHECKED = new WeakHashMap<>();

  private Release() {}

  /**
   * Checks the thread's class loader, once for each loader.
   *
   * @throws IllegalStateException if there are jars of several releases; the message names them
   */
  public static void expectOne() {
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = own == null ? Release.class.getClassLoader() : own;
    synchronized (CHECKED) {
      if (!CHECKED.containsKey(loader)) {
        expectOne(loader);
        CHECKED.put(loader, true);
      }
    }
  }

  private static void expectOne(ClassLoader loader) {
    Map<String, Set<String>> byVersion = new TreeMap<>();
    Map<String, Set<String>> byArtifact = new TreeMap<>();
    try {
      for (URL url : Collections.list(loader.getResources(RESOURCE))) {
        Properties jar = new Properties();
        try (InputStream in = url.openStream()) {
          jar.load(in);
        }
        String place = place(url);
        add(byVersion, jar.getProperty("version", "unknown"), place);
        add(byArtifact, jar.getProperty("artifact", "unknown"), place);
      }
    } catch (IOException e) {
      LOG.warn("Which releases of CIF are on the class path can't be told", e);
      return;
    }
    if (byVersion.size() > 1) {
      throw new IllegalStateException(
          "several releases of CIF are on the class path, whose classes would be mixed: "
              + String.join("; ", byVersion.entrySet().stream().map(Release::text).toList())
              + ". Leave the jars of one there; hive.aux.jars.path and ADD JAR count, too");
    }
    for (Set<String> places : byArtifact.values()) {
      if (places.size() > 1) {
        LOG.warn(
            "A jar of CIF is on the class path more than once, and the first is used; leave one of"
                + " {}",
            places);
      }
    }
  }

  private static void add(Map<String, Set<String>> places, String key, String place) {
    places.computeIfAbsent(key, k -> new TreeSet<>()).add(place);
  }

  private static String text(Map.Entry<String, Set<String>> version) {
    return version.getKey() + " in " + String.join(" and ", version.getValue());
  }

  /** Returns the jar, or the folder, of a resource. */
  private static String place(URL resource) {
    String text = resource.toString().replaceFirst("^jar:", "").replaceFirst("^file:", "");
    return text.replaceFirst("!?/" + RESOURCE + "$", "");
  }
}
