package dev.cif.bench.formats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Value class of SequenceFiles: a record whose fields are all decoded, into objects that are used
 * again. Maps and lists get new entries for each record, as map functions expect.
 */
public final class SequenceRecord extends Configured implements Writable {
  static final String SCHEMA = "paper.sequence.schema";

  private Schema.Field[] fields;
  private Writable[] scalars;
  private Object[] values;

  /** Creates a record for Hadoop, which then sets a configuration that holds {@link #SCHEMA}. */
  public SequenceRecord() {}

  SequenceRecord(Schema schema) {
    prepare(schema);
  }

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    // SequenceFile's reader sets the configuration anew for every record.
    if (fields == null && conf != null && conf.get(SCHEMA) != null) {
      prepare(new Schema.Parser().parse(conf.get(SCHEMA)));
    }
  }

  private void prepare(Schema schema) {
    fields = schema.getFields().toArray(new Schema.Field[0]);
    scalars = new Writable[fields.length];
    values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = scalars[i] = scalar(fields[i].schema());
    }
  }

  private static Writable scalar(Schema type) {
    switch (type.getType()) {
      case STRING:
        return new Text();
      case INT:
        return new IntWritable();
      case LONG:
        return new LongWritable();
      case FLOAT:
        return new FloatWritable();
      case BYTES:
        return new BytesWritable();
      default:
        return null;
    }
  }

  Object get(int field) {
    return values[field];
  }

  /** Sets the values from a record. */
  void set(IndexedRecord record) {
    for (int i = 0; i < fields.length; i++) {
      Object value = record.get(i);
      values[i] = scalars[i] == null ? value : writable(fields[i].schema(), value);
    }
  }

  private static Writable writable(Schema type, Object value) {
    switch (type.getType()) {
      case STRING:
        return new Text(value.toString());
      case INT:
        return new IntWritable((Integer) value);
      case LONG:
        return new LongWritable((Long) value);
      case FLOAT:
        return new FloatWritable((Float) value);
      default:
        return new BytesWritable(FileFormat.bytes((ByteBuffer) value));
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (int i = 0; i < fields.length; i++) {
      Schema type = fields[i].schema();
      if (scalars[i] != null) {
        ((Writable) values[i]).write(out);
      } else if (type.getType() == Schema.Type.ARRAY) {
        List<?> list = (List<?>) values[i];
        WritableUtils.writeVInt(out, list.size());
        for (Object element : list) {
          writable(type.getElementType(), element).write(out);
        }
      } else {
        Map<?, ?> map = (Map<?, ?>) values[i];
        WritableUtils.writeVInt(out, map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          new Text(entry.getKey().toString()).write(out);
          writable(type.getValueType(), entry.getValue()).write(out);
        }
      }
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    for (int i = 0; i < fields.length; i++) {
      Schema type = fields[i].schema();
      if (scalars[i] != null) {
        scalars[i].readFields(in);
      } else if (type.getType() == Schema.Type.ARRAY) {
        values[i] = list(in, type.getElementType());
      } else {
        values[i] = map(in, type.getValueType());
      }
    }
  }

  private static List<Writable> list(DataInput in, Schema type) throws IOException {
    int size = WritableUtils.readVInt(in);
    List<Writable> list = new ArrayList<>(size);
    for (int k = 0; k < size; k++) {
      Writable element = scalar(type);
      element.readFields(in);
      list.add(element);
    }
    return list;
  }

  private static Map<Text, Writable> map(DataInput in, Schema type) throws IOException {
    int size = WritableUtils.readVInt(in);
    Map<Text, Writable> map = new HashMap<>();
    for (int k = 0; k < size; k++) {
      Text key = new Text();
      key.readFields(in);
      Writable value = scalar(type);
      value.readFields(in);
      map.put(key, value);
    }
    return map;
  }
}
