package dev.cif.mapreduce;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes a record for each key, with the sum of its numbers. */
final class CountReducer extends Reducer<Text, IntWritable, NullWritable, GenericRecord> {
  static final Schema SCHEMA =
      SchemaBuilder.record("Count")
          .fields()
          .requiredString("inlink")
          .requiredInt("count")
          .endRecord();

  @Override
  protected void reduce(Text key, Iterable<IntWritable> numbers, Context context)
      throws IOException, InterruptedException {
    int sum = 0;
    for (IntWritable number : numbers) {
      sum += number.get();
    }
    GenericRecord record = new GenericData.Record(SCHEMA);
    record.put("inlink", key.toString());
    record.put("count", sum);
    context.write(NullWritable.get(), record);
  }
}
