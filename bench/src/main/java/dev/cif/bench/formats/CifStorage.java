package dev.cif.bench.formats;

import dev.cif.mapreduce.ColumnInputFormat;
import dev.cif.mapreduce.ColumnOutputFormat;
import dev.cif.mapreduce.write.ColumnTaskWriter;
import java.io.IOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;

/**
 * CIF with settings for its columns, read as lazy or eager records.
 *
 * @param name name in tables
 * @param options properties of docs/CONFIGURATION.md by which the columns are written
 * @param lazy true if records are lazy
 * @param javaStrings true if strings are read as Java's, for map functions that search them; false
 *     for Avro's Utf8
 */
public record CifStorage(
    String name, Map<String, String> options, boolean lazy, boolean javaStrings)
    implements Storage {
  /** Creates a storage whose strings are Java's. */
  CifStorage(String name, Map<String, String> options, boolean lazy) {
    this(name, options, lazy, true);
  }

  /** Returns a storage with all columns in one layout, read lazily. */
  static CifStorage of(String name, String layout) {
    return new CifStorage(name, Map.of("cif.layout", layout), true);
  }

  @Override
  public Sink create(Configuration conf, Path folder, int number, Schema schema)
      throws IOException {
    Configuration own = new Configuration(conf);
    // Paper, section 4.3: "c blocks worth of data", where c is the number of columns.
    own.setLong("cif.split.size", schema.getFields().size() * Storage.BLOCK);
    options.forEach(own::set);
    Job job = Job.getInstance(own);
    ColumnOutputFormat.setSchema(job, schema);
    Path split = new Path(folder, String.format("part-%05d", number));
    ColumnTaskWriter writer = ColumnTaskWriter.open(job.getConfiguration(), split);
    return Sink.of(writer::write, writer);
  }

  @Override
  public Class<? extends InputFormat<?, ?>> read(Job job, Path folder, Schema schema, int[] fields)
      throws IOException {
    ColumnInputFormat.addInputPath(job, folder);
    Schema wanted = Storage.project(schema, fields);
    ColumnInputFormat.setReadSchema(job, javaStrings ? strings(wanted) : wanted);
    job.getConfiguration().set("cif.mapreduce.record", lazy ? "lazy" : "eager");
    return ColumnInputFormat.class;
  }

  @Override
  public Object mapKey(String key) {
    return key;
  }

  private static Schema strings(Schema schema) {
    Schema strings = new Schema.Parser().parse(schema.toString());
    setStrings(strings);
    return strings;
  }

  private static void setStrings(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> schema.getFields().forEach(field -> setStrings(field.schema()));
      case ARRAY -> setStrings(schema.getElementType());
      case MAP -> {
        GenericData.setStringType(schema, GenericData.StringType.String);
        setStrings(schema.getValueType());
      }
      case STRING -> GenericData.setStringType(schema, GenericData.StringType.String);
      default -> {}
    }
  }

  @Override
  public Values values(Configuration conf, Schema schema, int[] fields) {
    return new AvroValues();
  }

  /** Values of Avro records that hold just the fields that are read, in their order. */
  static final class AvroValues implements Values {
    private IndexedRecord record;

    @Override
    public void row(Object key, Object value) {
      record = (IndexedRecord) value;
    }

    @Override
    public Object get(int k) {
      return record.get(k);
    }
  }
}
