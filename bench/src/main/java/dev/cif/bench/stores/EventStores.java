package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The stores that are compared, by their names: files, and servers. Those of servers are in modules
 * of their own, as they need other libraries. A JVM for one of them has no libraries of the file
 * stores.
 */
final class EventStores {
  private static final String HBASE = "hbase";

  /** Heap of HBase, whose servers are in the JVM: the cache of blocks takes two fifths. */
  private static final String HBASE_HEAP = "4g";

  /** Classes with a constructor that takes an index and a folder. */
  private static final Map<String, String> SERVERS = new LinkedHashMap<>();

  static {
    SERVERS.put(HBASE, "dev.cif.bench.stores.hbase.HBaseStore");
    SERVERS.put("kudu", "dev.cif.bench.stores.kudu.KuduStore");
  }

  private EventStores() {}

  static List<String> names() {
    List<String> names = FileStores.names();
    names.addAll(SERVERS.keySet());
    return names;
  }

  /** Opens the store of a name. */
  static EventStore open(String name, EventIndex index, Path folder) {
    Path absolute = folder.toAbsolutePath();
    if (!SERVERS.containsKey(name)) {
      return FileStores.open(name, index.schema(), absolute);
    }
    try {
      return Class.forName(SERVERS.get(name))
          .asSubclass(EventStore.class)
          .getConstructor(EventIndex.class, Path.class)
          .newInstance(index, absolute);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the store '" + name + "' does not start", e);
    }
  }

  /** Fails for an unknown name. */
  static void expect(List<String> names) {
    for (String name : names) {
      if (!names().contains(name)) {
        throw new IllegalArgumentException("no store '" + name + "'; there are " + names());
      }
    }
  }

  /**
   * Returns the flags of a store's JVM. That of a server has a class path of its own, which an
   * environment variable such as {@code BENCH_KUDU_CLASSPATH} names.
   */
  static List<String> flags(String name) {
    if (!SERVERS.containsKey(name)) {
      return List.of();
    }
    String variable = "BENCH_" + name.toUpperCase(Locale.ROOT) + "_CLASSPATH";
    String classPath = System.getenv(variable);
    if (classPath == null) {
      throw new IllegalStateException(variable + " is not set, for the store '" + name + "'");
    }
    List<String> flags = new ArrayList<>(List.of("-cp", classPath));
    if (name.equals(HBASE)) {
      flags.add("-Xmx" + HBASE_HEAP);
    }
    return flags;
  }
}
