package dev.cif.spark.read;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/** Opens the input of tasks, always as batches of columns. */
final class CifReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final ReadSpec spec;

  @SuppressWarnings("serial")
  private final Broadcast<SerializableConfiguration> conf;

  /**
   * Creates a factory.
   *
   * @param conf Hadoop's settings, which an executor takes apart once for all its tasks
   */
  CifReaderFactory(ReadSpec spec, Broadcast<SerializableConfiguration> conf) {
    this.spec = spec;
    this.conf = conf;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new UnsupportedOperationException("rows are read in batches");
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    return new CifPartitionReader(
        spec, conf.value().value(), ((CifInputPartition) partition).parts());
  }
}
