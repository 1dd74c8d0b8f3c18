package dev.cif.hive;

import dev.cif.format.ColumnReader;
import dev.cif.format.vector.ColumnVector;
import dev.cif.hive.serde.VectorCopier;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Gives Hive batches of columns. */
final class VectorizedRecordReader implements RecordReader<NullWritable, VectorizedRowBatch> {
  private final SplitScan scan;
  private final VectorizedRowBatchCtx context;
  private final Object[] partitionValues;
  private final ColumnReader[] columns;
  private final ColumnVector[] vectors;

  VectorizedRecordReader(SplitScan scan, FileSplit fileSplit, JobConf job) throws IOException {
    this.scan = scan;
    context = Utilities.getVectorizedRowBatchCtx(job);
    int partitions = context.getPartitionColumnCount();
    partitionValues = new Object[partitions];
    if (partitions > 0) {
      VectorizedRowBatchCtx.getPartitionValues(context, job, fileSplit, partitionValues);
    }
    TableScan table = scan.table();
    columns = new ColumnReader[table.columnCount()];
    vectors = new ColumnVector[columns.length];
    for (int i = 0; i < columns.length; i++) {
      if (table.isWanted(i)) {
        columns[i] = scan.split().column(table.name(i), table.type(i));
        vectors[i] = table.vector(i);
      }
    }
  }

  @Override
  public boolean next(NullWritable key, VectorizedRowBatch batch) throws IOException {
    batch.reset();
    if (partitionValues.length > 0) {
      context.addPartitionColsToBatch(batch, partitionValues);
    }
    int rows = scan.advance(batch.getMaxSize());
    for (int i = 0; i < columns.length && rows > 0; i++) {
      if (columns[i] != null && batch.cols[i] != null) {
        vectors[i].reset();
        columns[i].read(scan.row(), rows, vectors[i]);
        VectorCopier.copy(vectors[i], batch.cols[i]);
      }
    }
    batch.size = rows;
    return rows > 0;
  }

  @Override
  public NullWritable createKey() {
    return NullWritable.get();
  }

  @Override
  public VectorizedRowBatch createValue() {
    return context.createVectorizedRowBatch();
  }

  @Override
  public long getPos() {
    return scan.position();
  }

  @Override
  public float getProgress() {
    return scan.progress();
  }

  @Override
  public void close() throws IOException {
    scan.close();
  }
}
