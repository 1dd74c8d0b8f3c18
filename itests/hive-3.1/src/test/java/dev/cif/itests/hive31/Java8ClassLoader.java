package dev.cif.itests.hive31;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Class loader of the class path that is a {@code URLClassLoader}, as that of Java 8 was. Hive
 * 3.1's sessions and Tez 0.9 cast to it. The JVM's flag {@code java.system.class.loader} names it.
 */
public final class Java8ClassLoader extends URLClassLoader {
  /** Constructor that the JVM calls with its own class loader. */
  public Java8ClassLoader(ClassLoader jvm) throws MalformedURLException {
    super(classPath(), jvm.getParent());
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(new File(part).toURI().toURL());
    }
    return urls.toArray(new URL[0]);
  }
}
