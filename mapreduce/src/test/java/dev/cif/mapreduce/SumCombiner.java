package dev.cif.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds the numbers of a key. */
final class SumCombiner extends Reducer<Text, IntWritable, Text, IntWritable> {
  @Override
  protected void reduce(Text key, Iterable<IntWritable> numbers, Context context)
      throws IOException, InterruptedException {
    int sum = 0;
    for (IntWritable number : numbers) {
      sum += number.get();
    }
    context.write(key, new IntWritable(sum));
  }
}
