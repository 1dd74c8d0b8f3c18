package dev.cif.mapreduce.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ConstantValues;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.mapreduce.avro.AvroColumnWriter;
import dev.cif.mapreduce.avro.AvroSchemas;
import dev.cif.mapreduce.record.AdaptiveValues;
import dev.cif.mapreduce.record.AvroValues;
import dev.cif.mapreduce.record.AvroVectors;
import dev.cif.mapreduce.record.LazyRecord;
import dev.cif.mapreduce.record.ReadAhead;
import dev.cif.mapreduce.record.RowValues;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.hadoop.fs.FileSystem;

/**
 * Columns of one split-directory as the fields of an Avro schema. A column's file is opened when
 * the column is first read. A column that the split lacks has the table's default, else the
 * field's, or null.
 */
public final class SplitFields implements LazyRecord.Columns, Closeable {
  /** Approximate bytes that are held at once of the columns that filter rows. */
  private static final long FILTERED_BYTES = 4 << 20;

  private final SplitReader split;
  private final List<Schema.Field> fields;
  private final AvroValues values;

  /** Readers by field; null for a column that the split lacks. */
  private final ColumnReader[] readers;

  private final Object[] defaults;
  private final long[] rowsRead;

  /** Row by row values by field; null for a column that the split lacks. */
  private final RowValues[] rowValues;

  /** Converters by field; null for a column that the split lacks, or whose records are lazy. */
  private final AvroVectors[] objects;

  private long end;

  private SplitFields(SplitReader split, Schema schema, AvroValues values) {
    this.split = split;
    this.fields = schema.getFields();
    this.values = values;
    readers = new ColumnReader[fields.size()];
    defaults = new Object[readers.length];
    rowsRead = new long[readers.length];
    rowValues = new RowValues[readers.length];
    objects = new AvroVectors[readers.length];
  }

  /**
   * Opens a split-directory: its schema file, no column file.
   *
   * @param predicate predicate whose columns are read as well
   * @throws CifException if there is no split-directory (any more), or a column cannot be read with
   *     the schema
   */
  static SplitFields open(
      FileSystem fs,
      ColumnSplit.Part part,
      Schema schema,
      Predicate predicate,
      ReadOptions options,
      GenericData model,
      boolean lazy)
      throws IOException {
    List<String> names = new ArrayList<>();
    schema.getFields().forEach(field -> names.add(AvroSchemas.columnName(field)));
    predicate.paths().forEach(path -> names.add(path.column()));
    TableColumns wanted = part.columns().only(names);
    SplitReader split = SplitReader.open(fs, part.directory(), options, part.snapshot(), wanted);
    return open(split, schema, model, lazy);
  }

  /** Takes the columns of a split-directory that is open, and closes it with them. */
  static SplitFields open(SplitReader split, Schema schema, GenericData model, boolean lazy)
      throws IOException {
    try {
      SplitFields columns = new SplitFields(split, schema, new AvroValues(model, lazy));
      for (int i = 0; i < columns.readers.length; i++) {
        columns.prepare(i, model);
      }
      return columns;
    } catch (IOException | RuntimeException e) {
      split.close();
      throw e;
    }
  }

  private void prepare(int i, GenericData model) throws CifException {
    Schema.Field field = fields.get(i);
    String name = AvroSchemas.columnName(field);
    int stored = split.schema().indexOf(name);
    if (stored >= 0 || split.defaultOf(name) != null) {
      readers[i] = split.column(name, AvroSchemas.type(field.schema()));
      long bytes = stored < 0 ? 0 : split.rawBytes(stored) / Math.max(1, split.rows());
      objects[i] = AvroVectors.of(readers[i].type(), field.schema(), values);
      if (readers[i].type().kind().isPrimitive()) {
        rowValues[i] = new ReadAhead(readers[i], objects[i], bytes);
      } else {
        rowValues[i] = AdaptiveValues.of(readers[i], field.schema(), values, objects[i], bytes);
      }
    } else if (field.hasDefaultValue()) {
      defaults[i] = model.getDefaultValue(field);
    } else if (!field.schema().isNullable()) {
      throw CifException.at(
          split.directory(),
          name,
          -1,
          "the split lacks the column, and the schema to read with has neither null nor a default"
              + " for it");
    }
  }

  public SplitReader split() {
    return split;
  }

  int size() {
    return readers.length;
  }

  /**
   * Returns the reader of a field's column, with the type that it is read as; null if the split
   * lacks it.
   */
  ColumnReader reader(int field) {
    return readers[field];
  }

  /** Returns the number of rows in which a field was read. */
  long rowsRead(int field) {
    return rowsRead[field];
  }

  String name(int field) {
    return AvroSchemas.columnName(fields.get(field));
  }

  /** Sets the row at which decoding ahead ends. */
  void readTo(long row) {
    end = row;
  }

  /** Returns the Avro object of a field in a row that is before {@link #readTo}. */
  @Override
  public Object read(int field, long row) throws IOException {
    if (rowValues[field] == null) {
      return defaults[field];
    }
    rowsRead[field]++;
    try {
      return rowValues[field].value(row, end);
    } catch (AvroTypeException e) {
      throw unfit(field, row, e);
    }
  }

  /**
   * Returns the Avro object of a field in a row that was read into a vector.
   *
   * @param vector vector of the {@link #reader}'s type; null if the split lacks the column
   * @param i position of the row in the vector
   */
  Object read(int field, long row, ColumnVector vector, int i) throws CifException {
    if (readers[field] == null) {
      return defaults[field];
    }
    rowsRead[field]++;
    try {
      return objects[field].of(vector, i);
    } catch (AvroTypeException e) {
      throw unfit(field, row, e);
    }
  }

  private CifException unfit(int field, long row, AvroTypeException e) {
    return CifException.at(
        split.directory(), name(field), -1, "row " + row + ": " + e.getMessage(), e);
  }

  /**
   * Opens a scan of the rows that a predicate leaves. The predicate applies to the values that
   * records have: a column has the type that it is read as, and its default if the split lacks it.
   *
   * @param filterRows true to leave out single rows that do not satisfy it, not only blocks
   * @throws CifException if rows are to be filtered by a condition that can't be decided
   */
  Scan scan(Predicate predicate, boolean filterRows, long from, long to) throws IOException {
    Predicate known = ConstantValues.fold(predicate, this::constant);
    Scan.Builder scan = Scan.of(split).types(this::type).windowBytes(FILTERED_BYTES).rows(from, to);
    if (!filterRows) {
      return scan.prune(known).open();
    }
    Scan filtered = scan.filter(known).open();
    if (filtered.undecided() != null) {
      String column = filtered.undecided() instanceof Predicate.Leaf leaf ? leaf.column() : null;
      throw CifException.at(
          split.directory(),
          column,
          -1,
          "a condition that can't be decided cannot filter rows: "
              + PredicateJson.write(filtered.undecided())
              + "; give it a literal of the column's type, or set the predicate without filtering");
    }
    return filtered;
  }

  private int field(String column) {
    String wanted = CifSchema.foldCase(column);
    for (int i = 0; i < readers.length; i++) {
      if (CifSchema.foldCase(name(i)).equals(wanted)) {
        return i;
      }
    }
    return -1;
  }

  private CifType type(String column, CifType stored) {
    int i = field(column);
    return i >= 0 && readers[i] != null ? readers[i].type() : stored;
  }

  /** Returns the default of a column that the split lacks; null if it has none. */
  private ColumnVector constant(ColumnPath path) {
    int i = field(path.column());
    if (i < 0 || defaults[i] == null || !path.isWholeColumn()) {
      return null;
    }
    Schema schema = fields.get(i).schema();
    ColumnVector value = ColumnVector.create(AvroSchemas.type(schema));
    new AvroColumnWriter(GenericData.get()).append(defaults[i], schema, value);
    return value;
  }

  @Override
  public void close() throws IOException {
    split.close();
  }
}
