package dev.cif.mapreduce.join;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.RowPlace;
import dev.cif.mapreduce.scan.TaskScan;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.util.Progressable;

/** Rows of one bucket of one table, in their order. Not thread-safe. */
public final class BucketRows implements Closeable {
  private static final int ROWS_PER_REPORT = 1024;

  private final String name;
  private final ColumnSplit split;
  private final TaskScan scan;
  private final GenericRecord row;
  private final int[] keys;
  private final List<String> keyNames;

  /** Function that rows are checked by; null if they are not checked. */
  private final BucketTables.BucketFunction function;

  private final String functionName;
  private final int bucket;
  private final int count;
  private final Progressable task;

  /** Keys of the row; null until somebody asks for them. */
  private Object[] values;

  BucketRows(BucketTables tables, BucketSplit split, String name, TaskScan scan, Progressable task)
      throws CifException {
    this.name = name;
    this.split = split.table(name);
    this.scan = scan;
    row = (GenericRecord) scan.newRecord();
    keyNames = tables.keys(name);
    // Also checks the keys of a split that was not planned here.
    List<CifType> types = JoinKey.types(name, this.split.schema(), keyNames);
    keys = JoinKey.positions(this.split.schema(), keyNames);
    function = tables.function(types.stream().map(CifType::kind).toList());
    functionName = tables.functionName();
    bucket = split.bucket();
    count = split.count();
    this.task = task;
  }

  /** Returns the job's name for the table. */
  public String name() {
    return name;
  }

  /** Returns the schema of the rows. */
  public Schema schema() {
    return split.schema();
  }

  /**
   * Moves to the next row.
   *
   * @return false if there is none
   * @throws CifException if the row belongs to another bucket, by {@link BucketTables#FUNCTION}
   */
  public boolean next() throws IOException {
    if (!scan.next(row)) {
      return false;
    }
    if (scan.position() % ROWS_PER_REPORT == 0) {
      task.progress();
    }
    values = null;
    if (function != null) {
      List<Object> ofRow = Arrays.asList(values());
      int belongs = function.bucket(ofRow, count);
      if (belongs != bucket) {
        throw wrong(
            "its "
                + keyNames
                + " "
                + ofRow
                + " belong to bucket "
                + belongs
                + " of "
                + count
                + " by "
                + functionName
                + ": the table is bucketed by other columns, or by another function; that which it"
                + " is bucketed by is set by "
                + BucketTables.FUNCTION);
      }
    }
    return true;
  }

  private Object[] values() {
    if (values == null) {
      values = JoinKey.values(row, keys);
    }
    return values;
  }

  /** Returns the row. It is the same record for each row; copy it to keep it. */
  public GenericRecord row() {
    return row;
  }

  /** Returns a copy of the row. */
  GenericRecord copy() {
    GenericRecord copy = new GenericData.Record(row.getSchema());
    for (Schema.Field field : row.getSchema().getFields()) {
      copy.put(field.pos(), row.get(field.pos()));
    }
    return copy;
  }

  /** Returns the row's keys; null if one of them is NULL. */
  JoinKey key() {
    return JoinKey.of(values());
  }

  List<String> keyNames() {
    return keyNames;
  }

  /** Returns an exception that describes a fault of the row. */
  CifException wrong(String what) {
    RowPlace at = scan.place();
    String place = "table '" + name + "', bucket " + bucket + ", row " + at.row();
    return CifException.at(at.directory(), null, -1, place + ": " + what);
  }

  @Override
  public void close() throws IOException {
    scan.close();
  }
}
