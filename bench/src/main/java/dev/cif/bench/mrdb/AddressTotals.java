package dev.cif.bench.mrdb;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/** Totals of an address in the join. */
final class AddressTotals implements Writable {
  private double revenue;
  private long ranks;
  private long visits;

  static AddressTotals of(float revenue, int rank) {
    AddressTotals totals = new AddressTotals();
    totals.add(revenue, rank);
    return totals;
  }

  void add(float revenueOfVisit, int rank) {
    revenue += revenueOfVisit;
    ranks += rank;
    visits++;
  }

  void add(AddressTotals other) {
    revenue += other.revenue;
    ranks += other.ranks;
    visits += other.visits;
  }

  /** Returns true if this address comes before another: it earned more, or as much and is less. */
  boolean isBefore(Text address, AddressTotals other, Text addressOfOther) {
    return revenue != other.revenue
        ? revenue > other.revenue
        : address.compareTo(addressOfOther) < 0;
  }

  /** Returns the line of the task's answer. */
  Text line() {
    return new Text(Answers.number(revenue) + '\t' + Answers.number((double) ranks / visits));
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeDouble(revenue);
    out.writeLong(ranks);
    out.writeLong(visits);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    revenue = in.readDouble();
    ranks = in.readLong();
    visits = in.readLong();
  }
}
