package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.SplitUpdate;
import dev.cif.format.options.ReadOptions;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.serde.ObjectWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/** Writes the new values of rows, and the old values of the rows in between. */
final class UpdateWriter implements FileSinkOperator.RecordWriter {
  private final Configuration job;
  private final FSDataOutputStream out;
  private final SplitUpdate.Plan plan;
  private final List<TypeInfo> types;
  private final Progressable progress;

  private final RowPlaces places = new RowPlaces();
  private StructObjectInspector inspector;
  private List<? extends StructField> fields;
  private Converter[] converters;
  private ObjectWriter[] values;

  /** Split-directory that is written; null for none. */
  private String split;

  private SplitUpdate update;

  /**
   * Creates a writer, which owns {@code out} and closes it.
   *
   * @param types types of the columns in Hive
   */
  UpdateWriter(
      Configuration job,
      FSDataOutputStream out,
      SplitUpdate.Plan plan,
      List<TypeInfo> types,
      Progressable progress) {
    this.job = job;
    this.out = out;
    this.plan = plan;
    this.types = types;
    this.progress = progress;
  }

  @Override
  public void write(Writable writable) throws IOException {
    CifRowToWrite row = (CifRowToWrite) writable;
    if (row.inspector() != inspector) {
      prepare(row.inspector());
    }
    String place = places.split(row);
    if (!place.equals(split)) {
      finish();
      open(place);
    }
    update.begin(places.row(row));
    for (int i = 0; i < values.length; i++) {
      Object value = inspector.getStructFieldData(row.row(), fields.get(i + 2));
      values[i].append(converters[i].convert(value), update.vector(i));
    }
    update.endRow();
  }

  private void tellProgress() {
    if (progress != null) {
      progress.progress();
    }
  }

  private void prepare(StructObjectInspector rows) {
    inspector = rows;
    fields = rows.getAllStructFieldRefs();
    converters = new Converter[types.size()];
    values = new ObjectWriter[types.size()];
    for (int i = 0; i < values.length; i++) {
      ObjectInspector given = fields.get(i + 2).getFieldObjectInspector();
      ObjectInspector taken = given;
      boolean isOther = !TypeInfoUtils.getTypeInfoFromObjectInspector(given).equals(types.get(i));
      if (isOther && types.get(i) instanceof PrimitiveTypeInfo type) {
        taken = PrimitiveObjectInspectorFactory.getPrimitiveWritableObjectInspector(type);
      }
      converters[i] = ObjectInspectorConverters.getConverter(given, taken);
      values[i] = ObjectWriter.of(taken, plan.columns().column(i).type());
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
    update = SplitUpdate.open(fs, directory, ReadOptions.from(job), plan, this::tellProgress);
    split = place;
  }

  /** Finishes the split-directory that is open, if one is. */
  private void finish() throws IOException {
    if (split == null) {
      return;
    }
    for (AddedColumn column : update.finish()) {
      out.write((column.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
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

  private void closeSplit() throws IOException {
    split = null;
    if (update != null) {
      update.close();
      update = null;
    }
  }
}
