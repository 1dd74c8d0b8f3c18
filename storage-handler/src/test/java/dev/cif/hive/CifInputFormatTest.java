package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.CifException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The splits of input paths, without Hive around them. */
class CifInputFormatTest {
  @TempDir Path folder;

  private int splits(Path input) throws IOException {
    JobConf job = new JobConf(false);
    FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(input.toUri()));
    return new CifInputFormat().getSplits(job, 1).length;
  }

  /** As Hive passes them for sort-merge joins on mr. */
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
