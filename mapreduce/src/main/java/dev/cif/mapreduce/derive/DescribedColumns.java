package dev.cif.mapreduce.derive;

import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumnsChange;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Derived column in the table files of a job's input. A job adds it where it is missing, and takes
 * it out again if the job fails.
 */
final class DescribedColumns {
  /** Folders whose table files have the column by this job, as the job's setting. */
  private static final String ADDED = "cif.mapreduce.derived.described";

  /** Folders of the job's input that have a table file, as the job's setting. */
  private static final String TABLES = "cif.mapreduce.derived.tables";

  private DescribedColumns() {}

  /** Keeps the folders of tables for who publishes the column. */
  static void setTables(Configuration job, Collection<Path> folders) {
    job.setStrings(
        TABLES,
        folders.stream()
            .map(folder -> URLEncoder.encode(folder.toString(), StandardCharsets.UTF_8))
            .toArray(String[]::new));
  }

  /** Returns the folders of the tables of a job. */
  static List<Path> tables(Configuration job) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String text : job.getStringCollection(TABLES)) {
      Path folder = new Path(URLDecoder.decode(text, StandardCharsets.UTF_8));
      folders.add(folder.getFileSystem(job).makeQualified(folder));
    }
    return folders;
  }

  /** Adds the column to the table file of a folder. */
  static void add(Configuration job, Path folder, String name, CifType type) throws IOException {
    FileSystem fs = folder.getFileSystem(job);
    try {
      TableFiles.update(
          fs,
          folder,
          table -> has(table, name) ? table : TableColumnsChange.with(table, name, type));
    } catch (IllegalArgumentException e) {
      throw CifException.at(TableFiles.file(folder), name, -1, e.getMessage(), e);
    }
    List<String> all = new ArrayList<>(job.getStringCollection(ADDED));
    all.add(URLEncoder.encode(folder.toString(), StandardCharsets.UTF_8));
    job.setStrings(ADDED, all.toArray(new String[0]));
  }

  /** Takes the column out of the table files that have it by this job, if it has no values. */
  static void takeBack(Configuration job, String name) throws IOException {
    for (String text : job.getStringCollection(ADDED)) {
      Path folder = new Path(URLDecoder.decode(text, StandardCharsets.UTF_8));
      FileSystem fs = folder.getFileSystem(job);
      if (isEmpty(fs, folder, name)) {
        TableFiles.update(
            fs,
            folder,
            table ->
                has(table, name) && table.owner() == null
                    ? TableColumnsChange.without(table, name)
                    : table);
      }
    }
  }

  private static boolean isEmpty(FileSystem fs, Path folder, String name) throws IOException {
    for (FoundSplit split :
        SplitFinder.find(List.of(new SplitFinder.Root(fs, folder)), ReadOptions.UNCACHED)) {
      try (SplitReader reader = split.read(ReadOptions.UNCACHED)) {
        if (reader.schema().indexOf(name) >= 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean has(TableDescription table, String name) {
    return table.names().stream()
        .anyMatch(column -> CifSchema.foldCase(column).equals(CifSchema.foldCase(name)));
  }
}
