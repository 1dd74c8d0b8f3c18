package dev.cif.bench.formats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.mapred.OrcList;
import org.apache.orc.mapred.OrcMap;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapreduce.OrcInputFormat;
import org.apache.orc.mapreduce.OrcMapreduceRecordWriter;

/**
 * ORC as ORC's own structs, read with a schema of the wanted fields.
 *
 * @param name name in tables
 * @param codec codec of all columns
 */
record OrcStorage(String name, CompressionKind codec) implements Storage {
  @Override
  public Sink create(Configuration conf, Path folder, int number, Schema schema)
      throws IOException {
    Path file = new Path(folder, String.format("part-%05d.orc", number));
    TypeDescription type = type(schema);
    Writer writer =
        OrcFile.createWriter(file, OrcFile.writerOptions(conf).setSchema(type).compress(codec));
    OrcMapreduceRecordWriter<OrcStruct> out = new OrcMapreduceRecordWriter<>(writer);
    return Sink.of(
        row -> {
          OrcStruct struct = new OrcStruct(type);
          for (Schema.Field field : schema.getFields()) {
            struct.setFieldValue(
                field.pos(), writable(type.getChildren().get(field.pos()), row.get(field.pos())));
          }
          out.write(NullWritable.get(), struct);
        },
        () -> out.close(null));
  }

  private static WritableComparable<?> writable(TypeDescription type, Object value) {
    switch (type.getCategory()) {
      case INT:
        return new IntWritable((Integer) value);
      case LONG:
        return new LongWritable((Long) value);
      case FLOAT:
        return new FloatWritable((Float) value);
      case BINARY:
        return new BytesWritable(Storage.bytes((ByteBuffer) value));
      case LIST:
        OrcList<WritableComparable<?>> list = new OrcList<>(type);
        ((List<?>) value).forEach(v -> list.add(writable(type.getChildren().get(0), v)));
        return list;
      case MAP:
        OrcMap<Text, WritableComparable<?>> map = new OrcMap<>(type);
        ((Map<?, ?>) value)
            .forEach(
                (k, v) -> map.put(new Text(k.toString()), writable(type.getChildren().get(1), v)));
        return map;
      default:
        return new Text(value.toString());
    }
  }

  private static TypeDescription type(Schema type) {
    switch (type.getType()) {
      case RECORD:
        TypeDescription struct = TypeDescription.createStruct();
        for (Schema.Field field : type.getFields()) {
          struct.addField(field.name(), type(field.schema()));
        }
        return struct;
      case INT:
        return TypeDescription.createInt();
      case LONG:
        return TypeDescription.createLong();
      case FLOAT:
        return TypeDescription.createFloat();
      case BYTES:
        return TypeDescription.createBinary();
      case ARRAY:
        return TypeDescription.createList(type(type.getElementType()));
      case MAP:
        return TypeDescription.createMap(TypeDescription.createString(), type(type.getValueType()));
      default:
        return TypeDescription.createString();
    }
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    OrcConf.MAPRED_INPUT_SCHEMA.setString(
        job.getConfiguration(), type(Storage.project(schema, fields)).toString());
    return AvroStorage.raw(OrcInputFormat.class);
  }

  @Override
  public Object mapKey(String key) {
    return new Text(key);
  }

  @Override
  public Values values(Configuration conf, Schema schema, int[] fields) {
    return new Values() {
      private OrcStruct struct;

      @Override
      public void row(Object key, Object value) {
        struct = (OrcStruct) value;
      }

      @Override
      public Object get(int k) {
        return struct.getFieldValue(k);
      }
    };
  }
}
