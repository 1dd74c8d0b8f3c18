package dev.cif.hive.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.serde.CifRow;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.ql.exec.SerializationUtilities;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.plan.TableScanDesc;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBetween;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPOr;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scan of one split-directory, without Hive around it. */
class SplitScanTest {
  @TempDir java.nio.file.Path folder;

  /** Local files that count how many are open. */
  public static final class CountedFiles extends RawLocalFileSystem {
    static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public URI getUri() {
      return URI.create("counted:///");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      FSDataInputStream in = super.open(path, bufferSize);
      OPEN.incrementAndGet();
      return new FSDataInputStream(in) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          super.close();
          if (!closed) {
            closed = true;
            OPEN.decrementAndGet();
          }
        }
      };
    }
  }

  /** A split of the numbers from 1 on in blocks of 100 rows, and the job that reads it. */
  private static FileSplit split(JobConf job, Path split, int rows) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n"), List.of(CifType.INT));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(100));
    try (SplitWriter writer =
        SplitWriter.create(split.getFileSystem(job), split, schema, options)) {
      for (int n = 1; n <= rows; n++) {
        ((LongVector) writer.column(0)).append(n);
        writer.endRow();
      }
    }
    job.set("columns", "n");
    job.set("columns.types", "int");
    return new FileSplit(split, 0, 1, (String[]) null);
  }

  @Test
  void close_whereTheJobTakesNoCounters_closesTheFiles() throws IOException {
    JobConf job = new JobConf(false);
    job.setClass("fs.counted.impl", CountedFiles.class, org.apache.hadoop.fs.FileSystem.class);
    FileSplit split = split(job, new Path("counted://" + folder + "/split"), 1);
    RuntimeException lost = new IllegalStateException("the task's connection is lost");
    InvocationHandler fails =
        (proxy, method, arguments) -> {
          throw lost;
        };
    ClassLoader loader = Reporter.class.getClassLoader();
    Reporter reporter =
        (Reporter) Proxy.newProxyInstance(loader, new Class<?>[] {Reporter.class}, fails);
    SplitScan scan = new SplitScan(split, job, reporter);
    assertEquals(1, scan.split().column("n").value(0).asLong());
    assertEquals(1, CountedFiles.OPEN.get());
    assertSame(lost, assertThrows(IllegalStateException.class, scan::close));
    assertEquals(0, CountedFiles.OPEN.get());
  }

  private static ExprNodeGenericFuncDesc call(GenericUDF function, ExprNodeDesc... arguments) {
    return new ExprNodeGenericFuncDesc(
        TypeInfoFactory.booleanTypeInfo, function, new ArrayList<>(List.of(arguments)));
  }

  private static ExprNodeDesc between(int low, int high) {
    return call(
        new GenericUDFBetween(),
        new ExprNodeConstantDesc(false),
        new ExprNodeColumnDesc(TypeInfoFactory.intTypeInfo, "n", "t", false),
        new ExprNodeConstantDesc(low),
        new ExprNodeConstantDesc(high));
  }

  /** Tez reports progress by getPos, at any moment and on a thread of its own. */
  @Test
  void getPos_onAnotherThread_choosesNoRowsAndMovesNothing() throws Exception {
    JobConf job = new JobConf(false);
    FileSplit split = split(job, new Path(folder.resolve("split").toUri()), 1000);
    ExprNodeGenericFuncDesc filter =
        call(new GenericUDFOPOr(), between(150, 160), between(750, 760));
    job.set(TableScanDesc.FILTER_EXPR_CONF_STR, SerializationUtilities.serializeExpression(filter));
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (RowRecordReader reader =
        new RowRecordReader(
            new SplitScan(split, job, Reporter.NULL), WriteIdentifier.of(job, split.getPath()))) {
      assertEquals(0, other.submit(reader::getPos).get());
      assertEquals(0f, other.submit(reader::getProgress).get());
      List<Long> positions = new ArrayList<>();
      CifRow row = reader.createValue();
      positions.add(reader.getPos());
      while (reader.next(NullWritable.get(), row)) {
        other.submit(reader::getPos).get();
        positions.add(reader.getPos());
      }
      List<Long> expected =
          LongStream.concat(LongStream.range(149, 160), LongStream.range(749, 760))
              .boxed()
              .collect(Collectors.toCollection(ArrayList::new));
      expected.add(1000L);
      assertEquals(expected, positions);
    } finally {
      other.shutdown();
    }
  }
}
