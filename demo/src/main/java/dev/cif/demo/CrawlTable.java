package dev.cif.demo;

import dev.cif.embedded.EmbeddedHive;
import dev.cif.embedded.HiveStatementException;
import dev.cif.embedded.io.CountingFileSystem;
import dev.cif.embedded.io.Reads;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Table in the embedded Hive whose reads are measured at its files. */
final class CrawlTable {
  private final EmbeddedHive hive;
  private final String name;
  private final Path location;

  /** Rows of one answer and their cost. */
  record Answer(List<String> rows, Measure cost) {}

  /** Number and length of a table's files on disk. */
  record Stored(int files, long bytes) {}

  /**
   * Looks a table up.
   *
   * @throws HiveStatementException if Hive knows no such table
   */
  CrawlTable(EmbeddedHive hive, String name) throws HiveStatementException {
    this.hive = hive;
    this.name = name;
    this.location = location(hive, name);
  }

  private static Path location(EmbeddedHive hive, String table) throws HiveStatementException {
    for (String line : hive.run("DESCRIBE FORMATTED " + table).lines()) {
      String[] cells = line.split("\t", -1);
      if (cells[0].strip().equals("Location:")) {
        return new Path(cells[1].strip());
      }
    }
    throw new IllegalStateException("DESCRIBE FORMATTED " + table + " names no location");
  }

  String name() {
    return name;
  }

  /** Returns the number and the length of all files of the table. */
  Stored stored() throws IOException {
    FileSystem fs = location.getFileSystem(new Configuration());
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(location, true);
    int count = 0;
    long bytes = 0;
    while (files.hasNext()) {
      count++;
      bytes += files.next().getLen();
    }
    return new Stored(count, bytes);
  }

  /** Asks a question, and counts the reads of this table's files meanwhile. */
  Answer ask(Question question) throws IOException, HiveStatementException {
    Reads.reset();
    long start = System.nanoTime();
    List<String> rows = hive.run(question.on(name)).lines();
    double seconds = (System.nanoTime() - start) / 1e9;
    Reads reads = Reads.now().under(location);
    return new Answer(
        rows, new Measure(seconds, reads.filesOpened(), reads.bytes(), stored().bytes()));
  }

  /** Has every local file counted from here on; call it before the embedded Hive starts. */
  static void countReads() throws IOException {
    Configuration conf = new Configuration();
    CountingFileSystem.register(conf);
    FileSystem fs = FileSystem.getLocal(conf);
    if (!(fs instanceof CountingFileSystem)) {
      throw new IllegalStateException("reads cannot be counted: local files are open as " + fs);
    }
  }
}
