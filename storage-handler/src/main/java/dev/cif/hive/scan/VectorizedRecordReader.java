package dev.cif.hive.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.orc.OrcRawRecordMerger.ReaderKey;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;

/** Gives Hive batches of columns. */
public final class VectorizedRecordReader implements PartReader<VectorizedRowBatch> {
  private final SplitScan scan;
  private final WriteIdentifier identifier;
  private final VectorizedRowBatchCtx context;

  /** The virtual columns among the batch's; -1 for those that the query does not ask for. */
  private final int rowId;

  private final int rowIsDeleted;
  private final Object[] partitionValues;
  private final ColumnFiller[] fillers;

  public VectorizedRecordReader(
      SplitScan scan, WriteIdentifier identifier, FileSplit fileSplit, JobConf job)
      throws IOException {
    this.scan = scan;
    this.identifier = identifier;
    context = Utilities.getVectorizedRowBatchCtx(job);
    rowId = context.findVirtualColumnNum(VirtualColumn.ROWID);
    rowIsDeleted = number(context, "ROWISDELETED");
    int partitions = context.getPartitionColumnCount();
    partitionValues = new Object[partitions];
    if (partitions > 0) {
      VectorizedRowBatchCtx.getPartitionValues(context, job, fileSplit, partitionValues);
    }
    TableScan table = scan.table();
    Map<String, Set<Step>> keys = WantedMapKeys.of(Utilities.getMapWork(job));
    fillers = new ColumnFiller[table.columnCount()];
    for (int i = 0; i < fillers.length; i++) {
      if (table.isWanted(i)) {
        fillers[i] = filler(i, keys.get(CifSchema.foldCase(table.name(i))));
      }
    }
  }

  /** Returns the number of a virtual column; -1 also if this version of Hive doesn't have it. */
  private static int number(VectorizedRowBatchCtx context, String virtualColumn) {
    for (VirtualColumn known : VirtualColumn.values()) {
      if (known.name().equals(virtualColumn)) {
        return context.findVirtualColumnNum(known);
      }
    }
    return -1;
  }

  private ColumnFiller filler(int i, Set<Step> keys) throws IOException {
    TableScan table = scan.table();
    if (keys != null) {
      return new MapKeysFiller(table.name(i), table.type(i), keys);
    }
    ColumnReader column = scan.column(i);
    boolean isWhole = table.type(i).kind().isPrimitive() && !table.isInFolders(i);
    return isWhole ? ColumnFiller.of(table.name(i)) : ColumnFiller.of(column, table.vector(i));
  }

  @Override
  public boolean next(NullWritable key, VectorizedRowBatch batch) throws IOException {
    batch.reset();
    if (partitionValues.length > 0) {
      context.addPartitionColsToBatch(batch, partitionValues);
    }
    if (rowId >= 0) {
      identifier.fill(batch.cols[rowId]);
    }
    if (rowIsDeleted >= 0) {
      ((LongColumnVector) batch.cols[rowIsDeleted]).fill(0);
    }
    int rows = scan.advance();
    for (int i = 0; i < fillers.length && rows > 0; i++) {
      if (fillers[i] != null && batch.cols[i] != null) {
        fillers[i].fill(scan.rows(), batch.cols[i]);
      }
    }
    batch.size = rows;
    return rows > 0;
  }

  /** Nobody asks for rows in batches. */
  @Override
  public ReaderKey getRecordIdentifier() {
    return null;
  }

  @Override
  public boolean isAtEnd() throws IOException {
    return scan.isAtEnd();
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
  public long getPos() throws IOException {
    return scan.nextRow();
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
