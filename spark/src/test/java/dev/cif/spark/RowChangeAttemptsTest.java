package dev.cif.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.spark.table.TableFolder;
import dev.cif.spark.write.ColumnFill;
import dev.cif.spark.write.RowOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Changes of rows of which attempts are lost, and several changes at a time. */
class RowChangeAttemptsTest {
  private static final StructType TABLE = StructType.fromDDL("id BIGINT, v INT");

  @TempDir Path folder;
  private final SparkSession spark = Sessions.shared();
  private String split;

  private String place() {
    return folder.resolve("t").toUri().toString();
  }

  private Dataset<Row> read() {
    return spark.read().format("cif").load(place());
  }

  private List<String> ids() {
    return read().selectExpr("CAST(id AS STRING) id").orderBy("id").collectAsList().stream()
        .map(row -> row.getString(0))
        .toList();
  }

  @BeforeEach
  void save() {
    spark.sql("SELECT id, 0 v FROM range(0, 4, 1, 1)").write().format("cif").save(place());
    split = read().select("_split").head().getString(0);
  }

  private TableFolder table() {
    return new TableFolder(Map.of("path", place()));
  }

  /** Returns an operation whose rows are read from now on. */
  private RowOperation operation() {
    return new RowOperation(Command.UPDATE, table(), TABLE, List.of(), options -> null);
  }

  private static DeltaBatchWrite write(RowOperation operation) {
    LogicalWriteInfo info =
        new LogicalWriteInfo() {
          @Override
          public CaseInsensitiveStringMap options() {
            return CaseInsensitiveStringMap.empty();
          }

          @Override
          public String queryId() {
            return "query";
          }

          @Override
          public StructType schema() {
            return TABLE;
          }
        };
    return operation.newWriteBuilder(info).build().toBatch();
  }

  /** Begins an attempt, which deletes a row and inserts another. */
  private DeltaWriter<InternalRow> attempt(
      DeltaWriterFactory factory, int partition, long attempt, long row, long id)
      throws IOException {
    DeltaWriter<InternalRow> writer = factory.createWriter(partition, attempt);
    writer.delete(null, new GenericInternalRow(new Object[] {UTF8String.fromString(split), row}));
    writer.insert(new GenericInternalRow(new Object[] {id, 1}));
    return writer;
  }

  private BatchWrite fill() {
    StructType rows = StructType.fromDDL("_split STRING, _row BIGINT, v INT");
    return ColumnFill.of(table(), rows, List.of(), null).build().toBatch();
  }

  private WriterCommitMessage filled(DataWriterFactory factory) throws IOException {
    DataWriter<InternalRow> writer = factory.createWriter(0, 1);
    writer.write(new GenericInternalRow(new Object[] {UTF8String.fromString(split), 1L, 5}));
    return writer.commit();
  }

  private static void fails(String text, Runnable action) {
    Exception e = assertThrows(Exception.class, action::run);
    assertTrue(e.getMessage().contains(text), e.getMessage());
  }

  /** Commits, with messages that have come by the serializer that many clusters are set to. */
  private static void commit(BatchWrite write, WriterCommitMessage... messages) {
    SerializerInstance kryo = new KryoSerializer(new SparkConf()).newInstance();
    ClassTag<WriterCommitMessage> type = ClassTag$.MODULE$.apply(WriterCommitMessage.class);
    write.commit(
        Stream.of(messages)
            .map(
                message ->
                    kryo.<WriterCommitMessage>deserialize(kryo.serialize(message, type), type))
            .toArray(WriterCommitMessage[]::new));
  }

  @Test
  void attemptsThatDieOrEndTwice_leaveNothing() throws IOException {
    DeltaBatchWrite write = write(operation());
    DeltaWriterFactory factory = write.createBatchWriterFactory(() -> 2);
    attempt(factory, 0, 1, 0, 100).abort();
    // Dies: neither ended nor aborted.
    attempt(factory, 0, 2, 1, 200);
    attempt(factory, 0, 3, 2, 300).commit();
    WriterCommitMessage first = attempt(factory, 0, 4, 0, 400).commit();
    // Another task has the same row, and one of its own.
    DeltaWriter<InternalRow> other = attempt(factory, 1, 5, 0, 500);
    other.delete(null, new GenericInternalRow(new Object[] {UTF8String.fromString(split), 3L}));
    assertEquals(List.of("0", "1", "2", "3"), ids());
    commit(write, first, other.commit());
    assertEquals(List.of("1", "2", "400", "500"), ids());
    try (Stream<Path> files = Files.list(folder.resolve("t/_cif_changes"))) {
      assertTrue(files.noneMatch(Files::isDirectory));
    }
  }

  @Test
  void changeThatIsCommittedSinceTheRowsWereRead_isFound() throws IOException {
    RowOperation stale = operation();
    RowOperation alsoStale = operation();
    DeltaBatchWrite write = write(operation());
    WriterCommitMessage done =
        attempt(write.createBatchWriterFactory(() -> 1), 0, 1, 0, 100).commit();
    fails("lock", () -> write(stale).createBatchWriterFactory(() -> 1));
    commit(write, done);
    DeltaBatchWrite late = write(alsoStale);
    WriterCommitMessage same =
        attempt(late.createBatchWriterFactory(() -> 1), 0, 1, 1, 200).commit();
    fails("other rows were deleted or inserted", () -> commit(late, same));
    assertEquals(List.of("1", "100", "2", "3"), ids());
    // Its hold has ended.
    DeltaBatchWrite again = write(operation());
    commit(again, attempt(again.createBatchWriterFactory(() -> 1), 0, 1, 1, 200).commit());
    assertEquals(List.of("100", "2", "200", "3"), ids());
  }

  @Test
  void columnThatIsSetMeanwhile_failsTheLaterOfBoth() throws IOException {
    DeltaBatchWrite write = write(operation());
    WriterCommitMessage rows =
        attempt(write.createBatchWriterFactory(() -> 1), 0, 1, 0, 100).commit();
    BatchWrite fill = fill();
    commit(fill, filled(fill.createBatchWriterFactory(() -> 1)));
    fails("another change of the column was committed", () -> commit(write, rows));
    assertEquals(List.of("0", "1", "2", "3"), ids());
    assertEquals(1, read().where("v = 5").count());
    // Its values would be of rows that are no more.
    BatchWrite slow = fill();
    WriterCommitMessage values = filled(slow.createBatchWriterFactory(() -> 1));
    DeltaBatchWrite fast = write(operation());
    commit(fast, attempt(fast.createBatchWriterFactory(() -> 1), 0, 1, 1, 200).commit());
    fails("another change of the column was committed", () -> commit(slow, values));
    assertEquals(List.of("0", "2", "200", "3"), ids());
  }

  @Test
  void splitDirectoryThatIsReplacedMeanwhile_isFound() throws IOException {
    DeltaBatchWrite write = write(operation());
    WriterCommitMessage rows =
        attempt(write.createBatchWriterFactory(() -> 1), 0, 1, 0, 100).commit();
    spark
        .range(0, 9, 1, 1)
        .selectExpr("id", "1 v")
        .write()
        .format("cif")
        .mode("overwrite")
        .save(place());
    assertThrows(Exception.class, () -> commit(write, rows));
    assertEquals(9, read().count());
    assertEquals(0, read().where("id = 100").count());
  }
}
