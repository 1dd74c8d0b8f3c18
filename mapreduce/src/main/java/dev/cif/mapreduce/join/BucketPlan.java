package dev.cif.mapreduce.join;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.avro.AvroLibrary;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.SplitPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Finds the buckets of a job's tables, and checks that they correspond. */
final class BucketPlan {
  private final BucketTables tables;
  private final List<String> names;

  /** A table's schema and its buckets, by their numbers. */
  private record Table(String name, Path path, Schema schema, TreeMap<Integer, Bucket> buckets) {}

  /** Split-directories of one bucket. */
  private static final class Bucket {
    final BucketName name;
    final List<Found> found = new ArrayList<>();

    Bucket(BucketName name) {
      this.name = name;
    }
  }

  private record Found(BucketName name, ColumnSplit split) {}

  private BucketPlan(Configuration job) throws CifException {
    tables = new BucketTables(job);
    names = tables.names();
  }

  /**
   * Returns a split for each bucket.
   *
   * @throws CifException if a setting is not valid, or the tables do not correspond
   */
  static List<BucketSplit> of(Configuration job) throws IOException {
    AvroLibrary.expectRecent();
    return new BucketPlan(job).splits();
  }

  /** Returns the folders of the tables. */
  static Path[] paths(Configuration job) throws CifException {
    BucketTables tables = new BucketTables(job);
    List<Path> paths = new ArrayList<>();
    for (String name : tables.names()) {
      paths.add(tables.path(name));
    }
    return paths.toArray(new Path[0]);
  }

  private List<BucketSplit> splits() throws IOException {
    List<Table> found = new ArrayList<>();
    for (String name : names) {
      found.add(find(name));
    }
    expectKeys(found);
    int count = tables.count();
    for (Table table : found) {
      int greatest = table.buckets.isEmpty() ? -1 : table.buckets.lastKey();
      if (tables.count() > 0 && greatest >= count) {
        throw CifException.at(
            table.path,
            null,
            -1,
            "table '"
                + table.name
                + "' has a bucket "
                + greatest
                + ", but there are "
                + count
                + " buckets, numbered from 0, by "
                + BucketTables.COUNT);
      }
      count = Math.max(count, greatest + 1);
    }
    List<BucketSplit> splits = new ArrayList<>();
    for (int bucket = 0; bucket < count; bucket++) {
      List<ColumnSplit> parts = new ArrayList<>();
      for (Table table : found) {
        parts.add(split(table, bucket, count));
      }
      splits.add(new BucketSplit(bucket, count, names, parts));
    }
    return splits;
  }

  private Table find(String name) throws IOException {
    Path path = tables.path(name);
    Configuration scan = tables.of(name);
    TreeMap<Integer, Bucket> buckets = new TreeMap<>();
    Schema schema = null;
    for (ColumnSplit several : new SplitPlanner(scan).planWhole(new Path[] {path}, all -> true)) {
      for (ColumnSplit.Part part : several.parts()) {
        ColumnSplit split = several.of(part);
        schema = split.schema();
        Path directory = part.directory();
        BucketName of = BucketName.of(directory);
        if (of == null) {
          throw CifException.at(
              directory,
              null,
              -1,
              "table '"
                  + name
                  + "': the name is of no bucket; those of Hive are such as"
                  + " 000003_0, those of jobs such as part-r-00003");
        }
        Bucket bucket = buckets.computeIfAbsent(of.bucket(), number -> new Bucket(of));
        if (!bucket.name.file().equals(of.file())) {
          throw CifException.at(
              directory,
              null,
              -1,
              "bucket "
                  + of.bucket()
                  + " of table '"
                  + name
                  + "' has two files, this and "
                  + bucket.name.file()
                  + "; write the table by one statement, or by one job, and"
                  + " read one partition at a time");
        }
        bucket.found.add(new Found(of, split));
      }
    }
    return new Table(name, path, schema, buckets);
  }

  private ColumnSplit split(Table table, int number, int count) throws CifException {
    Bucket bucket = table.buckets.get(number);
    if (bucket == null) {
      throw CifException.at(
          table.path,
          null,
          -1,
          "bucket "
              + number
              + " of table '"
              + table.name
              + "' is missing: there are "
              + table.buckets.size()
              + " of "
              + count
              + " buckets; tables of different numbers of"
              + " buckets do not correspond");
    }
    bucket.found.sort(Comparator.comparing(found -> found.name().order()));
    List<ColumnSplit.Part> parts = new ArrayList<>();
    long length = 0;
    List<String> hosts = new ArrayList<>(List.of(bucket.found.get(0).split().getLocations()));
    for (Found found : bucket.found) {
      parts.addAll(found.split().parts());
      length += found.split().getLength();
      hosts.retainAll(List.of(found.split().getLocations()));
    }
    return new ColumnSplit(parts, length, hosts, table.schema);
  }

  /**
   * Checks that all tables with rows have the same number of keys, of the same types: Hive's bucket
   * functions differ by type. A function of the job's own may take any integers, or any strings,
   * together.
   */
  private void expectKeys(List<Table> found) throws CifException {
    boolean takesKinds = tables.hasOwnFunction();
    Map<String, List<String>> types = new TreeMap<>();
    Set<List<String>> distinct = new HashSet<>();
    for (Table table : found) {
      if (table.schema != null) {
        List<String> ofKeys =
            JoinKey.types(table.name, table.schema, tables.keys(table.name)).stream()
                .map(CifType::toString)
                .toList();
        types.put(table.name, ofKeys);
        distinct.add(takesKinds ? ofKeys.stream().map(BucketPlan::kind).toList() : ofKeys);
      }
    }
    if (distinct.size() > 1) {
      throw new CifException(
          "the keys of the tables are not of the same types, in the same order: "
              + types
              + "; integers of different types, and strings, go together where "
              + BucketTables.FUNCTION
              + " is a class");
    }
  }

  private static String kind(String type) {
    if (type.endsWith("int")) {
      return "integer";
    }
    return type.startsWith("varchar") ? "string" : type;
  }
}
