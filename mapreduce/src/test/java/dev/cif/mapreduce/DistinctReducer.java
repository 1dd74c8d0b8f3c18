package dev.cif.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes each key once: the reduce function of the paper's figure 1. */
final class DistinctReducer extends Reducer<Text, NullWritable, Text, NullWritable> {
  @Override
  protected void reduce(Text key, Iterable<NullWritable> ones, Context context)
      throws IOException, InterruptedException {
    context.write(key, NullWritable.get());
  }
}
