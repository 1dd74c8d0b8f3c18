package dev.cif.bench;

/**
 * A data set that is generated row by row from a seed and never held in memory. Not thread-safe;
 * open one generator a thread.
 */
interface DataSet {
  /** The name given to {@code --data}. */
  String name();

  /** Whether the map's values are strings; otherwise they are integers. */
  boolean textMap();

  /** A key that at least one of the first {@code rows} rows has, for the lookup. */
  String lookupKey();

  /** Starts again at the first row; every generator gives the same rows. */
  Generator open();

  /** Fills one row after another. */
  interface Generator {
    void next(Row row);
  }

  static DataSet named(String name, long seed) {
    return switch (name) {
      case "synthetic" -> new SyntheticData(seed);
      case "crawl" -> new CrawlData(seed);
      default ->
          throw new IllegalArgumentException(
              "no data set is called '" + name + "': give synthetic or crawl");
    };
  }
}
