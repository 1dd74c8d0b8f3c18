package dev.cif.bench.mrdb;

import java.io.IOException;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Reducer that sums up. */
final class SumReducer extends Reducer<Text, DoubleWritable, Text, Text> {
  private final Text sum = new Text();

  @Override
  protected void reduce(Text key, Iterable<DoubleWritable> values, Context context)
      throws IOException, InterruptedException {
    double total = 0;
    for (DoubleWritable value : values) {
      total += value.get();
    }
    sum.set(Answers.number(total));
    context.write(key, sum);
  }
}
