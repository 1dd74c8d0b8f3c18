package dev.cif.hive.serde;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.io.Writable;

/** Row of Hive's with its inspector, on the way to the writer inside one process. */
public final class CifRowToWrite implements Writable {
  private Object row;
  private StructObjectInspector inspector;

  /** Holds another row. */
  public void set(Object newRow, StructObjectInspector newInspector) {
    row = newRow;
    inspector = newInspector;
  }

  public Object row() {
    return row;
  }

  public StructObjectInspector inspector() {
    return inspector;
  }

  @Override
  public void write(DataOutput out) {
    throw new UnsupportedOperationException("a CIF row does not leave its process");
  }

  @Override
  public void readFields(DataInput in) {
    throw new UnsupportedOperationException("a CIF row does not leave its process");
  }
}
