package dev.cif.bench.formats;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Lines of text: fields divided by tabs, days as 2000-01-15, entries of maps divided by \u0001,
 * keys and values by \u0002.
 */
record TextFormat() implements FileFormat {
  private static final char ENTRY = '\u0001';
  private static final char VALUE = '\u0002';

  @Override
  public String name() {
    return "TXT";
  }

  @Override
  public String ending() {
    return ".txt";
  }

  @Override
  public RecordSink create(Configuration conf, Path file, Schema schema) throws IOException {
    BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(file.getFileSystem(conf).create(file), StandardCharsets.UTF_8));
    return RecordSink.of(
        row -> {
          for (Schema.Field field : row.getSchema().getFields()) {
            if (field.pos() > 0) {
              out.write('\t');
            }
            out.write(text(field.schema(), row.get(field.pos())));
          }
          out.write('\n');
        },
        out);
  }

  private static boolean isDate(Schema type) {
    return type.getLogicalType() instanceof LogicalTypes.Date;
  }

  private static String text(Schema type, Object value) {
    if (isDate(type)) {
      return LocalDate.ofEpochDay((Integer) value).toString();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value.toString();
    }
    StringBuilder text = new StringBuilder();
    map.forEach(
        (k, v) -> text.append(text.length() == 0 ? "" : ENTRY).append(k).append(VALUE).append(v));
    return text.toString();
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    FileInputFormat.addInputPath(job, folder);
    return TextInputFormat.class;
  }

  @Override
  public FieldValues values(Configuration conf, Schema schema, int[] fields) {
    return new Lines(schema, fields);
  }

  /** Parses each line whole, as programs that read text into records do. */
  private static final class Lines implements FieldValues {
    private final Schema schema;
    private final int[] fields;
    private final Object[] values;

    Lines(Schema schema, int[] fields) {
      this.schema = schema;
      this.fields = fields;
      this.values = new Object[schema.getFields().size()];
    }

    @Override
    public void row(Object key, Object value) {
      String line = ((Text) value).toString();
      int start = 0;
      for (int i = 0; i < values.length; i++) {
        int end = line.indexOf('\t', start);
        String field = line.substring(start, end < 0 ? line.length() : end);
        values[i] = parse(schema.getFields().get(i).schema(), field);
        start = end + 1;
      }
    }

    private static Object parse(Schema type, String text) {
      switch (type.getType()) {
        case INT:
          return isDate(type)
              ? (Object) (int) LocalDate.parse(text).toEpochDay()
              : (Object) Integer.valueOf(text);
        case FLOAT:
          return Float.valueOf(text);
        case LONG:
          return Long.valueOf(text);
        case MAP:
          Map<String, Object> map = new HashMap<>();
          for (int start = 0; start < text.length(); ) {
            int end = text.indexOf(ENTRY, start);
            end = end < 0 ? text.length() : end;
            int middle = text.indexOf(VALUE, start);
            map.put(
                text.substring(start, middle),
                parse(type.getValueType(), text.substring(middle + 1, end)));
            start = end + 1;
          }
          return map;
        default:
          return text;
      }
    }

    @Override
    public Object get(int k) {
      return values[fields[k]];
    }
  }
}
