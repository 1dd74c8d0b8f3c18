package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.ColumnFill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fills of which attempts, or the driver, are lost, in the orders in which a cluster loses them.
 */
class FillAttemptsTest {
  @TempDir Path folder;
  private final SparkSession spark = Sessions.shared();
  private String split;

  private String place() {
    return folder.resolve("t").toUri().toString();
  }

  private Dataset<Row> read() {
    return spark.read().format("cif").load(place());
  }

  @BeforeEach
  void save() {
    spark.range(0, 10, 1, 1).write().format("cif").save(place());
    split = read().select("_split").head().getString(0);
  }

  private BatchWrite fill(String column) {
    StructType rows = StructType.fromDDL("_split STRING, _row BIGINT, " + column + " INT");
    TableFolder table = new TableFolder(Map.of("path", place()));
    return ColumnFill.of(table, rows, List.of(), null).build().toBatch();
  }

  /** Begins an attempt, which sets the value of row 3. */
  private DataWriter<InternalRow> attempt(DataWriterFactory factory, long attempt, int value)
      throws IOException {
    DataWriter<InternalRow> writer = factory.createWriter(0, attempt);
    writer.write(new GenericInternalRow(new Object[] {UTF8String.fromString(split), 3L, value}));
    return writer;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("t"))) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".col") && !name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  @Test
  void attemptsThatBothEnd_orFail_leaveOneFile() throws IOException {
    BatchWrite write = fill("v");
    DataWriterFactory factory = write.createBatchWriterFactory(() -> 1);
    attempt(factory, 1, 100).abort();
    // Dies: neither ended nor aborted.
    attempt(factory, 2, 200);
    DataWriter<InternalRow> first = attempt(factory, 3, 300);
    DataWriter<InternalRow> second = attempt(factory, 4, 400);
    first.commit();
    WriterCommitMessage counted = second.commit();
    assertEquals(List.of("id"), List.of(read().columns()));
    write.commit(new WriterCommitMessage[] {counted});
    assertEquals(List.of("{\"id\":3,\"v\":400}"), Sessions.rows(read().where("v IS NOT NULL")));
    assertEquals(2, files().size(), files().toString());
  }

  @Test
  void fillWhoseDriverIsGone_isNotSeen_andHoldsItsColumnOnly() throws IOException {
    BatchWrite lost = fill("v");
    attempt(lost.createBatchWriterFactory(() -> 1), 1, 100).commit();
    assertEquals(List.of("id"), List.of(read().columns()));
    assertEquals(10, read().count());
    Exception e = assertThrows(Exception.class, () -> fill("v").createBatchWriterFactory(() -> 1));
    assertTrue(e.getMessage().contains("lock"), e.getMessage());
    BatchWrite other = fill("w");
    WriterCommitMessage done = attempt(other.createBatchWriterFactory(() -> 1), 1, 7).commit();
    other.commit(new WriterCommitMessage[] {done});
    assertEquals(List.of("{\"id\":3,\"w\":7}"), Sessions.rows(read().where("w IS NOT NULL")));
    // Ends its hold on the column, as time does.
    lost.abort(new WriterCommitMessage[0]);
    BatchWrite again = fill("v");
    done = attempt(again.createBatchWriterFactory(() -> 1), 1, 8).commit();
    again.commit(new WriterCommitMessage[] {done});
    assertEquals(
        List.of("{\"id\":3,\"w\":7,\"v\":8}"), Sessions.rows(read().where("v IS NOT NULL")));
  }
}
