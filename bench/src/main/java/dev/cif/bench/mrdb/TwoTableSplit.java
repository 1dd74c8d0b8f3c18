package dev.cif.bench.mrdb;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Split of one of two tables: {@link TwoTables} wraps the formats' own splits in it. */
final class TwoTableSplit extends InputSplit implements Writable {
  private String table;
  private InputSplit split;

  /** Creates a split for Hadoop, which then calls {@link #readFields}. */
  TwoTableSplit() {}

  TwoTableSplit(String table, InputSplit split) {
    this.table = table;
    this.split = split;
  }

  String table() {
    return table;
  }

  InputSplit split() {
    return split;
  }

  @Override
  public long getLength() throws IOException, InterruptedException {
    return split.getLength();
  }

  @Override
  public String[] getLocations() throws IOException, InterruptedException {
    return split.getLocations();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, table);
    Text.writeString(out, split.getClass().getName());
    ((Writable) split).write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    table = Text.readString(in);
    String type = Text.readString(in);
    try {
      split =
          Class.forName(type).asSubclass(InputSplit.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IOException("a split of " + type, e);
    }
    ((Writable) split).readFields(in);
  }
}
