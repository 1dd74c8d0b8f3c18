package dev.cif.cli.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Task of a load as Hadoop's input split. */
final class LoadSplit extends InputSplit implements Writable {
  private int task;
  private LoadPlan plan;
  private String[] hosts;

  /** Creates a split for Hadoop, which reads the fields then. */
  LoadSplit() {
    hosts = new String[0];
  }

  /**
   * Creates the split of a task.
   *
   * @param plan plan of this task alone
   * @param hosts hosts that have its first bytes
   */
  LoadSplit(int task, LoadPlan plan, String[] hosts) {
    this.task = task;
    this.plan = plan;
    this.hosts = hosts.clone();
  }

  /** Returns the number of the task in the plan of the load. */
  int task() {
    return task;
  }

  /** Returns a plan of this task alone. */
  LoadPlan plan() {
    return plan;
  }

  @Override
  public long getLength() {
    return plan.tasks().get(0).bytes();
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(task);
    Text.writeString(out, plan.toJson());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    task = in.readInt();
    plan = LoadPlan.parse(Text.readString(in));
  }

  @Override
  public String toString() {
    return "task " + task;
  }
}
