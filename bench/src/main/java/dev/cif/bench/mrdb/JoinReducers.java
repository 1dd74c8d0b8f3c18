package dev.cif.bench.mrdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Reduce functions of the join's jobs. */
final class JoinReducers {
  private JoinReducers() {}

  /** Joins the visits of a URL with its page. */
  static final class ByUrl extends Reducer<Text, Visit, Text, AddressTotals> {
    private final List<Visit> waiting = new ArrayList<>();

    @Override
    protected void reduce(Text url, Iterable<Visit> values, Context context)
        throws IOException, InterruptedException {
      int rank = Visit.NONE;
      waiting.clear();
      for (Visit value : values) {
        if (value.isPage()) {
          rank = value.rank;
        } else {
          waiting.add(value.copy());
        }
      }
      if (rank == Visit.NONE) {
        return;
      }
      for (Visit visit : waiting) {
        context.write(visit.address, AddressTotals.of(visit.revenue, rank));
      }
    }
  }

  /** Sums up by address. */
  static final class Sums extends Reducer<Text, AddressTotals, Text, AddressTotals> {
    @Override
    protected void reduce(Text address, Iterable<AddressTotals> values, Context context)
        throws IOException, InterruptedException {
      AddressTotals all = new AddressTotals();
      for (AddressTotals value : values) {
        all.add(value);
      }
      context.write(address, all);
    }
  }

  /** Writes the first address of all: one line of the answer. */
  static final class First extends Reducer<Text, AddressTotals, Text, Text> {
    private final TotalsOfAddresses all = new TotalsOfAddresses();

    @Override
    protected void reduce(Text address, Iterable<AddressTotals> values, Context context) {
      for (AddressTotals value : values) {
        all.add(address, value);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      all.first((address, totals) -> context.write(address, totals.line()));
    }
  }
}
