package dev.cif.bench.formats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.RCFile;
import org.apache.hadoop.hive.ql.io.RCFileOutputFormat;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.columnar.BytesRefArrayWritable;
import org.apache.hadoop.hive.serde2.columnar.ColumnarStructBase;
import org.apache.hadoop.hive.serde2.columnar.LazyBinaryColumnarSerDe;
import org.apache.hadoop.hive.serde2.lazy.LazyPrimitive;
import org.apache.hadoop.hive.serde2.lazybinary.LazyBinaryArray;
import org.apache.hadoop.hive.serde2.lazybinary.LazyBinaryMap;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hive.hcatalog.rcfile.RCFileMapReduceInputFormat;

/**
 * Hive's RCFile with its binary SerDe, {@code LazyBinaryColumnarSerDe}, which is Hive's default for
 * it and faster than the textual one of the paper's time.
 *
 * @param name name in tables
 * @param compressed true if Hadoop's default codec (zlib) compresses it
 * @param groupBytes size of a row group in bytes
 */
record RcFormat(String name, boolean compressed, int groupBytes) implements FileFormat {
  static final int DEFAULT_GROUP = 4 << 20;

  @Override
  public String ending() {
    return ".rc";
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    Configuration own = new Configuration(conf);
    own.setInt("hive.io.rcfile.record.buffer.size", groupBytes);
    RCFileOutputFormat.setColumnNumber(own, schema.getFields().size());
    CompressionCodec codec = null;
    if (compressed) {
      DefaultCodec zlib = new DefaultCodec();
      zlib.setConf(own);
      codec = zlib;
    }
    RCFile.Writer writer = new RCFile.Writer(file.getFileSystem(own), own, file, null, codec);
    LazyBinaryColumnarSerDe serde = serde(own, schema);
    ObjectInspector rows = inspector(schema);
    return RecordSink.of(
        row -> {
          List<Object> values = new ArrayList<>();
          for (Schema.Field field : schema.getFields()) {
            values.add(plain(row.get(field.pos())));
          }
          try {
            writer.append((BytesRefArrayWritable) serde.serialize(values, rows));
          } catch (SerDeException e) {
            throw new IOException(e);
          }
        },
        writer::close);
  }

  /** Returns a value in the classes that Hive's inspectors of Java objects accept. */
  private static Object plain(Object value) {
    if (value instanceof ByteBuffer buffer) {
      return FileFormat.bytes(buffer);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((k, v) -> copy.put(plain(k), plain(v)));
      return copy;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RcFormat::plain).toList();
    }
    return value instanceof CharSequence text ? text.toString() : value;
  }

  private static LazyBinaryColumnarSerDe serde(Configuration conf, Schema schema)
      throws IOException {
    StringBuilder names = new StringBuilder();
    StringBuilder types = new StringBuilder();
    for (Schema.Field field : schema.getFields()) {
      names.append(field.pos() == 0 ? "" : ",").append(field.name());
      types.append(field.pos() == 0 ? "" : ":").append(type(field.schema()));
    }
    Properties table = new Properties();
    table.setProperty("columns", names.toString());
    table.setProperty("columns.types", types.toString());
    try {
      LazyBinaryColumnarSerDe serde = new LazyBinaryColumnarSerDe();
      serde.initialize(conf, table, null);
      return serde;
    } catch (SerDeException e) {
      throw new IOException(e);
    }
  }

  private static String type(Schema type) {
    switch (type.getType()) {
      case INT:
        return "int";
      case LONG:
        return "bigint";
      case BYTES:
        return "binary";
      case ARRAY:
        return "array<" + type(type.getElementType()) + ">";
      case MAP:
        return "map<string," + type(type.getValueType()) + ">";
      default:
        return "string";
    }
  }

  private static ObjectInspector inspector(Schema type) {
    switch (type.getType()) {
      case RECORD:
        List<String> names = new ArrayList<>();
        List<ObjectInspector> fields = new ArrayList<>();
        for (Schema.Field field : type.getFields()) {
          names.add(field.name());
          fields.add(inspector(field.schema()));
        }
        return ObjectInspectorFactory.getStandardStructObjectInspector(names, fields);
      case INT:
        return PrimitiveObjectInspectorFactory.javaIntObjectInspector;
      case LONG:
        return PrimitiveObjectInspectorFactory.javaLongObjectInspector;
      case BYTES:
        return PrimitiveObjectInspectorFactory.javaByteArrayObjectInspector;
      case ARRAY:
        return ObjectInspectorFactory.getStandardListObjectInspector(
            inspector(type.getElementType()));
      case MAP:
        return ObjectInspectorFactory.getStandardMapObjectInspector(
            PrimitiveObjectInspectorFactory.javaStringObjectInspector,
            inspector(type.getValueType()));
      default:
        return PrimitiveObjectInspectorFactory.javaStringObjectInspector;
    }
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    project(job.getConfiguration(), fields);
    return FileFormat.raw(RCFileMapReduceInputFormat.class);
  }

  private static void project(Configuration conf, int[] fields) {
    List<Integer> ids = new ArrayList<>();
    for (int field : fields) {
      ids.add(field);
    }
    ColumnProjectionUtils.setReadColumns(conf, ids);
  }

  @Override
  public Object mapKey(String key) {
    return new Text(key);
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) throws IOException {
    project(conf, fields);
    LazyBinaryColumnarSerDe serde = serde(conf, schema);
    return new FieldValues() {
      private ColumnarStructBase struct;

      @Override
      public void row(Object key, Object value) throws IOException {
        try {
          struct = (ColumnarStructBase) serde.deserialize((BytesRefArrayWritable) value);
        } catch (SerDeException e) {
          throw new IOException(e);
        }
      }

      @Override
      public Object get(int k) {
        Object field = struct.getField(fields[k]);
        if (field instanceof LazyPrimitive<?, ?> primitive) {
          return primitive.getWritableObject();
        }
        if (field instanceof LazyBinaryMap map) {
          return map.getMap();
        }
        return field instanceof LazyBinaryArray list ? list.getList() : field;
      }
    };
  }
}
