package dev.cif.spark.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts of a task, in the orders in which a cluster runs and loses them. */
class AttemptsTest {
  @TempDir Path folder;
  private String id = TableChange.newId();

  private org.apache.hadoop.fs.Path root() {
    return new org.apache.hadoop.fs.Path(folder.resolve("t").toUri());
  }

  private DataWriter<InternalRow> attempt(int partition, long attempt, int rows) throws Exception {
    StructType columns = StructType.fromDDL("id INT");
    RowWriterFactory factory =
        new RowWriterFactory(
            id, new TaskRows(root(), columns, List.of(), Map.of(), new Configuration()));
    DataWriter<InternalRow> writer = factory.createWriter(partition, attempt);
    for (int i = 0; i < rows; i++) {
      writer.write(new GenericInternalRow(new Object[] {i}));
    }
    return writer;
  }

  private long rowsAfterCommit() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    TableInsert.of(fs, root(), id).append();
    return DataSet.read(fs, root(), ReadOptions.UNCACHED).rows();
  }

  @Test
  void speculativeAttempts_thatBothEnd_leaveOneCopy() throws Exception {
    DataWriter<InternalRow> first = attempt(0, 1, 10);
    DataWriter<InternalRow> second = attempt(0, 2, 10);
    first.commit();
    second.commit();
    attempt(1, 3, 5).commit();
    assertEquals(15, rowsAfterCommit());
  }

  @Test
  void rowsOfAJobWhoseDriverIsGone_areNotSeen_norPublishedByTheNext() throws Exception {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    fs.mkdirs(root());
    attempt(0, 1, 10).commit();
    assertEquals(0, DataSet.read(fs, root(), ReadOptions.UNCACHED).rows());
    id = TableChange.newId();
    attempt(0, 1, 3).commit();
    assertEquals(3, rowsAfterCommit());
  }

  @Test
  void attemptsThatDieOrAreAborted_leaveNothing() throws Exception {
    // Dies: neither ended nor aborted.
    attempt(0, 1, 10);
    attempt(0, 2, 10).abort();
    attempt(0, 3, 10).commit();
    // Has no rows.
    attempt(1, 4, 0).commit();
    assertEquals(10, rowsAfterCommit());
    assertFalse(Files.exists(folder.resolve("t/_cif_changes/_" + id)));
  }
}
