package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.ColumnVector;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.ObjectWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters.Converter;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.LongObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/** Writes the new values of rows, and the old values of the rows in between. */
final class UpdateWriter implements FileSinkOperator.RecordWriter {
  /** Number of rows that are copied at a time. */
  private static final int BATCH = 1024;

  private final Configuration job;
  private final FSDataOutputStream out;
  private final TableColumns table;
  private final CifSchema columns;
  private final List<TypeInfo> types;
  private final WriteOptions options;
  private final List<String> sources;
  private final String id;
  private final Progressable progress;

  private StructObjectInspector inspector;
  private List<? extends StructField> fields;
  private Converter[] converters;
  private ObjectWriter[] values;

  private String split;
  private SplitReader old;
  private ColumnReader[] oldColumns;
  private AddedColumnWriter[] writers;

  /** Number of rows of the split-directory that are written. */
  private long done;

  /**
   * Creates a writer, which owns {@code out} and closes it.
   *
   * @param types types of the columns in Hive
   */
  UpdateWriter(
      Configuration job,
      FSDataOutputStream out,
      TableColumns table,
      CifSchema columns,
      List<TypeInfo> types,
      WriteOptions options,
      List<String> sources,
      String id,
      Progressable progress) {
    this.job = job;
    this.out = out;
    this.table = table;
    this.columns = columns;
    this.types = types;
    this.options = options;
    this.sources = sources;
    this.id = id;
    this.progress = progress;
  }

  @Override
  public void write(Writable writable) throws IOException {
    CifRowToWrite row = (CifRowToWrite) writable;
    if (row.inspector() != inspector) {
      prepare(row.inspector());
    }
    String place =
        ((StringObjectInspector) fields.get(0).getFieldObjectInspector())
            .getPrimitiveJavaObject(inspector.getStructFieldData(row.row(), fields.get(0)));
    long number =
        ((LongObjectInspector) fields.get(1).getFieldObjectInspector())
            .get(inspector.getStructFieldData(row.row(), fields.get(1)));
    if (!place.equals(split)) {
      finish();
      open(place);
    }
    if (number < done || number >= old.rows()) {
      throw CifException.at(
          place,
          null,
          -1,
          "row " + number + " comes after row " + (done - 1) + " of " + old.rows());
    }
    copyTo(number);
    for (int i = 0; i < writers.length; i++) {
      Object value = inspector.getStructFieldData(row.row(), fields.get(i + 2));
      values[i].append(converters[i].convert(value), writers[i].vector());
      writers[i].endRow();
    }
    done++;
    if (done % BATCH == 0) {
      tellProgress();
    }
  }

  private void tellProgress() {
    if (progress != null) {
      progress.progress();
    }
  }

  private void prepare(StructObjectInspector rows) {
    inspector = rows;
    fields = rows.getAllStructFieldRefs();
    converters = new Converter[columns.size()];
    values = new ObjectWriter[columns.size()];
    for (int i = 0; i < values.length; i++) {
      ObjectInspector given = fields.get(i + 2).getFieldObjectInspector();
      ObjectInspector taken = given;
      boolean isOther = !TypeInfoUtils.getTypeInfoFromObjectInspector(given).equals(types.get(i));
      if (isOther && types.get(i) instanceof PrimitiveTypeInfo type) {
        taken = PrimitiveObjectInspectorFactory.getPrimitiveWritableObjectInspector(type);
      }
      converters[i] = ObjectInspectorConverters.getConverter(given, taken);
      values[i] = ObjectWriter.of(taken, columns.column(i).type());
    }
  }

  /**
   * Returns true if a column takes values of a type. Hive leaves out casts that it takes for
   * redundant, so a text may come without a length, or with another one.
   */
  static boolean takes(TypeInfo value, TypeInfo column) {
    if (value instanceof PrimitiveTypeInfo given && column instanceof PrimitiveTypeInfo taken) {
      return PrimitiveObjectInspectorUtils.getPrimitiveGrouping(given.getPrimitiveCategory())
          == PrimitiveObjectInspectorUtils.getPrimitiveGrouping(taken.getPrimitiveCategory());
    }
    return value.equals(column);
  }

  private void open(String place) throws IOException {
    Path directory = new Path(place);
    FileSystem fs = directory.getFileSystem(job);
    split = place;
    done = 0;
    old = SplitReader.open(fs, directory, ReadOptions.from(job), Snapshot.LATEST, table);
    oldColumns = new ColumnReader[columns.size()];
    writers = new AddedColumnWriter[columns.size()];
    for (int i = 0; i < writers.length; i++) {
      String name = columns.column(i).name();
      oldColumns[i] = old.column(name, columns.column(i).type());
      List<String> all = new ArrayList<>(sources);
      all.add(name);
      writers[i] =
          AddedColumnWriter.create(
              fs, old, name, columns.column(i).type(), options.column(name), all, id);
    }
  }

  /** Writes the old values of the rows before one. */
  private void copyTo(long row) throws IOException {
    while (done < row) {
      int count = (int) Math.min(BATCH, row - done);
      for (int i = 0; i < writers.length; i++) {
        ColumnVector values = ColumnVector.create(columns.column(i).type());
        oldColumns[i].read(done, count, values);
        for (int k = 0; k < count; k++) {
          writers[i].vector().append(values, k);
          writers[i].endRow();
        }
      }
      done += count;
      tellProgress();
    }
  }

  /** Finishes the split-directory that is open, if one is. */
  private void finish() throws IOException {
    if (split == null) {
      return;
    }
    copyTo(old.rows());
    for (AddedColumnWriter writer : writers) {
      out.write((writer.finish().toJson() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    closeSplit();
  }

  @Override
  public void close(boolean abort) throws IOException {
    try (out) {
      if (!abort) {
        finish();
      }
    } finally {
      closeSplit();
    }
  }

  /**
   * Closes the open readers and writers of an unfinished split-directory; there may be few if
   * opening it failed.
   */
  private void closeSplit() throws IOException {
    for (int i = 0; writers != null && i < writers.length; i++) {
      if (writers[i] != null) {
        writers[i].close();
      }
    }
    writers = null;
    if (old != null) {
      old.close();
      old = null;
    }
    split = null;
  }
}
