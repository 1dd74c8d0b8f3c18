package dev.cif.hive.update;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.SplitUpdate;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.schema.CifException;
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
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BooleanObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.Progressable;

/**
 * Writes the new values of rows, and the old values of the rows in between. Lists the rows that a
 * MERGE deletes.
 */
final class UpdateWriter implements FileSinkOperator.RecordWriter {
  private final Configuration job;
  private final FSDataOutputStream out;
  private final SplitUpdate.Plan plan;
  private final List<TypeInfo> types;
  private final List<String> actions;

  /** Position of the first new value. */
  private final int first;

  private final Progressable progress;

  private final RowPlaces places = new RowPlaces();
  private StructObjectInspector inspector;
  private List<? extends StructField> fields;
  private Converter[] converters;
  private ObjectWriter[] values;

  /** Split-directory that is written; null for none. */
  private String split;

  /** The last row of it. */
  private long last;

  private SplitUpdate update;
  private SplitDelete delete;

  /**
   * Creates a writer, which owns {@code out} and closes it.
   *
   * @param types types of the columns in Hive
   * @param actions what the clauses of a MERGE do; empty for an UPDATE
   */
  UpdateWriter(
      Configuration job,
      FSDataOutputStream out,
      SplitUpdate.Plan plan,
      List<TypeInfo> types,
      List<String> actions,
      Progressable progress) {
    this.job = job;
    this.out = out;
    this.plan = plan;
    this.types = types;
    this.actions = actions;
    first = RowStatement.PLACES + actions.size();
    this.progress = progress;
  }

  @Override
  public void write(Writable writable) throws IOException {
    CifRowToWrite row = (CifRowToWrite) writable;
    if (row.inspector() != inspector) {
      prepare(row.inspector());
    }
    String place = places.split(row);
    long number = places.row(row);
    if (!place.equals(split)) {
      finish();
      split = place;
    } else if (number == last && !actions.isEmpty()) {
      throw CifException.at(
          new Path(place),
          null,
          -1,
          "row "
              + number
              + " is matched by two rows of the source; nothing was changed: choose one of these, by"
              + " GROUP BY for instance");
    }
    last = number;
    String action = action(row);
    if (action.equals(UpdateOutputFormat.DELETE)) {
      delete(number);
    } else if (action.equals(UpdateOutputFormat.UPDATE)) {
      update(row, number);
    }
  }

  /** Returns what is to be done with a row; an empty text for nothing. */
  private String action(CifRowToWrite row) {
    for (int i = 0; i < actions.size(); i++) {
      StructField field = fields.get(RowStatement.PLACES + i);
      Object holds = inspector.getStructFieldData(row.row(), field);
      if (holds != null && ((BooleanObjectInspector) field.getFieldObjectInspector()).get(holds)) {
        return actions.get(i);
      }
    }
    return actions.isEmpty() ? UpdateOutputFormat.UPDATE : "";
  }

  private void delete(long number) throws IOException {
    if (delete == null) {
      Path directory = new Path(split);
      FileSystem fs = directory.getFileSystem(job);
      delete = SplitDelete.open(fs, directory, ReadOptions.from(job), plan.table(), plan.sources());
    }
    delete.delete(number);
  }

  private void update(CifRowToWrite row, long number) throws IOException {
    if (update == null) {
      Path directory = new Path(split);
      FileSystem fs = directory.getFileSystem(job);
      update = SplitUpdate.open(fs, directory, ReadOptions.from(job), plan, this::tellProgress);
    }
    update.begin(number);
    for (int i = 0; i < values.length; i++) {
      Object value = inspector.getStructFieldData(row.row(), fields.get(i + first));
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
      ObjectInspector given = fields.get(i + first).getFieldObjectInspector();
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

  /** Finishes the split-directory of the last row, if there is one. */
  private void finish() throws IOException {
    if (update != null) {
      for (AddedColumn column : update.finish()) {
        out.write((column.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    if (delete != null) {
      out.write((delete.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
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
    delete = null;
    if (update != null) {
      update.close();
      update = null;
    }
  }
}
