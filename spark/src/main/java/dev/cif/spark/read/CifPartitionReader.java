package dev.cif.spark.read;

import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.PlannedSplit;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the rows of a task, one part after the other. Not thread-safe. */
final class CifPartitionReader implements PartitionReader<ColumnarBatch> {
  private final ReadSpec spec;
  private final TableColumns columns;
  private final Configuration conf;
  private final Iterator<PlannedSplit> parts;
  private PartScan scan;
  private ColumnarBatch batch;
  private long rows;
  private long bytesOfClosed;
  private long filesOfClosed;

  CifPartitionReader(ReadSpec spec, Configuration conf, List<PlannedSplit> parts) {
    this.spec = spec;
    columns = spec.columns();
    this.conf = conf;
    this.parts = parts.iterator();
  }

  @Override
  public boolean next() throws IOException {
    while (spec.limit() == 0 || rows < spec.limit()) {
      if (scan == null) {
        if (!parts.hasNext()) {
          return false;
        }
        scan = PartScan.open(spec, columns, conf, parts.next());
      }
      batch = scan.next(spec.limit() == 0 ? Integer.MAX_VALUE : (int) (spec.limit() - rows));
      if (batch != null) {
        rows += batch.numRows();
        return true;
      }
      closeScan();
    }
    return false;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    long bytes = bytesOfClosed + (scan == null ? 0 : scan.bytesRead());
    long files = filesOfClosed + (scan == null ? 0 : scan.filesOpened());
    return new CustomTaskMetric[] {
      ReadCounts.of(ReadCounts.BytesRead.NAME, bytes),
      ReadCounts.of(ReadCounts.FilesOpened.NAME, files)
    };
  }

  private void closeScan() throws IOException {
    if (scan != null) {
      PartScan last = scan;
      scan = null;
      bytesOfClosed += last.bytesRead();
      filesOfClosed += last.filesOpened();
      last.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeScan();
  }
}
