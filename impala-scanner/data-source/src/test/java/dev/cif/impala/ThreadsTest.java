package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.impala.extdatasource.thrift.TCloseParams;
import org.apache.impala.extdatasource.thrift.TColumnDesc;
import org.apache.impala.extdatasource.thrift.TGetNextParams;
import org.apache.impala.extdatasource.thrift.TGetNextResult;
import org.apache.impala.extdatasource.thrift.TOpenParams;
import org.apache.impala.extdatasource.thrift.TOpenResult;
import org.apache.impala.extdatasource.thrift.TTableSchema;
import org.apache.impala.extdatasource.v1.ExternalDataSource;
import org.apache.impala.thrift.TErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests threads that meet in one scan, in an order that the test decides. */
@Timeout(60)
class ThreadsTest {
  @TempDir Path folder;
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final ExternalDataSource source = new CifDataSource();
  private String handle;

  @BeforeEach
  void open() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("n", "bigint");
    table.split("a-held", List.of(List.of(1L), List.of(2L)));
    table.split("b", List.of(List.of(3L), List.of(4L)));
    String init = table.init().replace("file:", "gate:");
    TColumnDesc column = new TColumnDesc().setName("n").setType(ImpalaDriver.type("BIGINT"));
    TOpenResult opened =
        source.open(
            new TOpenParams()
                .setInit_string(init)
                .setRow_schema(new TTableSchema().setCols(List.of(column)))
                .setBatch_size(100));
    assertEquals(TErrorCode.OK, opened.getStatus().getStatus_code(), opened::toString);
    handle = opened.getScan_handle();
    GateFileSystem.hold();
  }

  @AfterEach
  void stop() throws Exception {
    GateFileSystem.release();
    pool.shutdown();
    assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
  }

  private Future<TGetNextResult> next() {
    return pool.submit(() -> source.getNext(new TGetNextParams().setScan_handle(handle)));
  }

  private void close() {
    TCloseParams params = new TCloseParams().setScan_handle(handle);
    assertEquals(TErrorCode.OK, source.close(params).getStatus().getStatus_code());
  }

  private static List<Long> numbers(TGetNextResult result) {
    assertEquals(TErrorCode.OK, result.getStatus().getStatus_code());
    List<Long> numbers = result.getRows().getCols().get(0).getLong_vals();
    return numbers == null ? List.of() : numbers;
  }

  @Test
  void getNext_whileAnotherThreadHasRowsToCome_doesNotTellTheEnd() throws Exception {
    Future<TGetNextResult> slow = next();
    GateFileSystem.awaitReader();
    TGetNextResult fast = next().get();
    assertEquals(List.of(3L, 4L), numbers(fast));
    assertFalse(fast.isEos());
    Future<TGetNextResult> waiting = next();
    GateFileSystem.release();
    List<Long> rest = new ArrayList<>(numbers(slow.get()));
    rest.addAll(numbers(waiting.get()));
    assertEquals(List.of(1L, 2L), rest);
    assertTrue(waiting.get().isEos());
    close();
    assertEquals(0, GateFileSystem.OPEN_STREAMS.get());
  }

  @Test
  void close_whileThreadsReadAndWait_endsThemAndReleasesAll() throws Exception {
    Future<TGetNextResult> slow = next();
    GateFileSystem.awaitReader();
    assertEquals(List.of(3L, 4L), numbers(next().get()));
    Future<TGetNextResult> waiting = next();
    close();
    String message = waiting.get().getStatus().getError_msgs().get(0);
    assertTrue(message.contains("closed"), message);
    GateFileSystem.release();
    assertEquals(TErrorCode.RUNTIME_ERROR, slow.get().getStatus().getStatus_code());
    assertEquals(0, GateFileSystem.OPEN_STREAMS.get());
  }

  @Test
  void getNext_interrupted_isAnErrorAndKeepsTheInterruption() throws Exception {
    Future<TGetNextResult> slow = next();
    GateFileSystem.awaitReader();
    assertEquals(List.of(3L, 4L), numbers(next().get()));
    Future<Boolean> interrupted =
        pool.submit(
            () -> {
              Thread.currentThread().interrupt();
              TGetNextResult result = source.getNext(new TGetNextParams().setScan_handle(handle));
              boolean failed = result.getStatus().getStatus_code() == TErrorCode.RUNTIME_ERROR;
              return failed && Thread.interrupted();
            });
    assertTrue(interrupted.get());
    GateFileSystem.release();
    assertEquals(List.of(1L, 2L), numbers(slow.get()));
    close();
  }
}
