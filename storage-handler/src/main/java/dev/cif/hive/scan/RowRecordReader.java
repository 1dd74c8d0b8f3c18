package dev.cif.hive.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.vector.ColumnVector;
import dev.cif.hive.serde.CifRow;
import dev.cif.hive.serde.HiveObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hive.ql.io.orc.OrcRawRecordMerger.ReaderKey;
import org.apache.hadoop.io.NullWritable;

/**
 * Gives Hive row after row. A field is read when its inspector asks for it: primitives a batch at a
 * time, complex values as lazy Values of which Hive then takes parts.
 */
public final class RowRecordReader implements PartReader<CifRow>, CifRow.Source {
  private final SplitScan scan;
  private final ReaderKey identifier;
  private final ColumnReader[] columns;
  private final ColumnVector[] batches;

  /** The batch's rows, as offsets from its first, because the scan may have moved on. */
  private final int[] offsets = new int[SplitScan.BATCH];

  private long firstRow;
  private int batchSize;
  private int index;

  public RowRecordReader(SplitScan scan, WriteIdentifier identifier) throws IOException {
    this.scan = scan;
    this.identifier = identifier.key();
    TableScan table = scan.table();
    columns = new ColumnReader[table.columnCount()];
    batches = new ColumnVector[columns.length];
    for (int i = 0; i < columns.length; i++) {
      if (table.isWanted(i)) {
        columns[i] = scan.column(i);
        if (table.type(i).kind().isPrimitive()) {
          batches[i] = ColumnVector.create(table.type(i));
        }
      }
    }
  }

  @Override
  public boolean next(NullWritable key, CifRow row) throws IOException {
    index++;
    if (index >= batchSize) {
      batchSize = scan.advance();
      firstRow = batchSize == 0 ? 0 : scan.rows().row(0);
      for (int i = 0; i < batchSize; i++) {
        offsets[i] = (int) (scan.rows().row(i) - firstRow);
      }
      index = 0;
      for (ColumnVector batch : batches) {
        if (batch != null) {
          batch.reset();
        }
      }
    }
    row.read(this);
    return batchSize > 0;
  }

  @Override
  public Object field(int i) {
    if (i >= columns.length || columns[i] == null) {
      return null;
    }
    try {
      if (batches[i] == null) {
        return HiveObjects.of(columns[i].value(firstRow + offsets[index]));
      }
      if (batches[i].size() == 0) {
        columns[i].read(firstRow, offsets, batchSize, batches[i]);
      }
      return HiveObjects.of(batches[i], index);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hive asks after each row. */
  @Override
  public ReaderKey getRecordIdentifier() {
    return identifier;
  }

  @Override
  public long rawBytes() {
    return scan.rawBytes(firstRow + offsets[index]);
  }

  @Override
  public boolean isAtEnd() throws IOException {
    return index + 1 >= batchSize && scan.isAtEnd();
  }

  @Override
  public NullWritable createKey() {
    return NullWritable.get();
  }

  @Override
  public CifRow createValue() {
    return new CifRow();
  }

  /**
   * Returns the number, within the split, of the next row. Hive asks before each row, and uses it
   * as the row's BLOCK__OFFSET__INSIDE__FILE. On a thread that does not read the rows it is
   * approximate.
   */
  @Override
  public long getPos() throws IOException {
    return index + 1 < batchSize ? firstRow + offsets[index + 1] : scan.nextRow();
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
