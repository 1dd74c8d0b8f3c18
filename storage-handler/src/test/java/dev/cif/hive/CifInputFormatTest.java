package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.scan.TableWork;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.scan.CifSplit;
import dev.cif.hive.scan.SplitScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.io.IOContextMap;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The splits of input paths, without Hive around them. */
class CifInputFormatTest {
  /** Number of split-directories of which some are planned without being opened. */
  private static final int MANY = TableWork.SAMPLE + 20;

  @TempDir Path folder;

  private int splits(Path input) throws IOException {
    return getSplits(job(input)).size();
  }

  private static JobConf job(Path input) {
    JobConf job = new JobConf(false);
    FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(input.toUri()));
    job.set("columns", "n");
    job.set("columns.types", "bigint");
    return job;
  }

  private static List<CifSplit> getSplits(JobConf job) throws IOException {
    return Arrays.stream(new CifInputFormat().getSplits(job, 1)).map(s -> (CifSplit) s).toList();
  }

  private void write(String name, int rows) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.BIGINT));
    org.apache.hadoop.fs.Path split = new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
    FileSystem fs = split.getFileSystem(new JobConf(false));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < rows; row++) {
        ((LongVector) writer.column(0)).append(row);
        writer.endRow();
      }
    }
  }

  private static long rows(CifSplit split, JobConf job) throws IOException {
    long rows = 0;
    try (SplitScan scan = new SplitScan(split, job, Reporter.NULL)) {
      for (int batch = scan.advance(); batch > 0; batch = scan.advance()) {
        rows += batch;
      }
    }
    return rows;
  }

  @Test
  void getSplits_ofManySmallSplitDirectories_areAllTheirRows() throws IOException {
    for (int i = 0; i < MANY; i++) {
      write(String.format("%06d_0", i), i);
    }
    JobConf job = job(folder);
    List<CifSplit> splits = getSplits(job);
    int unopened = 0;
    long all = 0;
    for (CifSplit split : splits) {
      unopened += split.rows() == PlannedSplit.UNKNOWN ? 1 : 0;
      int i = Integer.parseInt(split.getPath().getName().substring(0, 6));
      assertEquals(i, rows(split, job));
      all += i;
    }
    assertEquals(MANY * (MANY - 1) / 2, all);
    assertEquals(MANY - TableWork.ALIKE, unopened);
  }

  @Test
  void task_whoseSplitDirectoryIsGone_saysSo() throws IOException {
    for (int i = 0; i < MANY; i++) {
      write(String.format("%06d_0", i), 10);
    }
    JobConf job = job(folder);
    CifSplit split =
        getSplits(job).stream().filter(s -> s.rows() == PlannedSplit.UNKNOWN).findAny().get();
    Files.delete(Path.of(split.getPath().toUri()).resolve("schema.cif"));
    CifException e = assertThrows(CifException.class, () -> rows(split, job));
    assertTrue(e.getMessage().contains(split.getPath().getName()), e.getMessage());
    assertTrue(e.getMessage().contains("no split-directory"), e.getMessage());
  }

  /** Hive keeps it for all tasks of a process that have the vertex's name. */
  @Test
  void reader_forgetsTheErrorOfATaskBeforeIt() throws IOException {
    write("000000_0", 3);
    JobConf job = job(folder);
    IOContextMap.get(job).setIOExceptions(true);
    try (var reader =
        new CifInputFormat().getRecordReader(getSplits(job).get(0), job, Reporter.NULL)) {
      assertTrue(reader.next(reader.createKey(), reader.createValue()));
    }
    assertFalse(IOContextMap.get(job).getIOExceptions());
  }

  /** Checks paths that Hive passes for sort-merge joins on mr. */
  @Test
  void getSplits_ofASingleFile_passesOverThoseOfADeadWriter() throws IOException {
    Path dead = Files.createDirectory(folder.resolve("dead"));
    Path column = Files.writeString(dead.resolve("1-n.col"), "CIFC");
    assertEquals(0, splits(column));
    Path foreign = Files.writeString(folder.resolve("rows.txt"), "rows");
    CifException e = assertThrows(CifException.class, () -> splits(foreign));
    assertTrue(e.getMessage().contains("rows.txt"), e.getMessage());
  }
}
