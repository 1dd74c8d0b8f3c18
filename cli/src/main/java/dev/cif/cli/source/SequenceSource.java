package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Rows of a SequenceFile of Hadoop's own Writables, or of a range of it: the records, or blocks of
 * them, whose sync marker begins there. Columns are {@code key} and {@code value}, without those
 * that are NullWritable. With a schema the value is delimited text, and the key is ignored.
 */
final class SequenceSource implements RecordSource {
  private final SourceFile file;
  private final SequenceFile.Reader reader;
  private final long begin;
  private final Writable key;
  private final Writable value;
  private final Row row;
  private long rows;
  private boolean ended;

  /** Conversion of a key and a value to a row. */
  private interface Row {
    CifSchema schema();

    /**
     * Appends the row.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    void append(Writable key, Writable value, ColumnVector[] out) throws IOException;
  }

  private SequenceSource(SourceFile file, SequenceFile.Reader reader, SourceOptions options)
      throws IOException {
    this.file = file;
    this.reader = reader;
    WritableColumn keys = column("key");
    WritableColumn values = column("value");
    this.key = keys.create();
    this.value = values.create();
    this.row = options.schema() == null ? new Pair(keys, values) : delimited(options);
    if (row.schema().size() == 0) {
      throw file.error("", "key and value are NullWritable: there is no column to load", null);
    }
    if (file.start() > 0) {
      // Records after the header without a marker belong to the first range.
      reader.sync(Math.max(file.start(), reader.getPosition()));
    }
    this.begin = reader.getPosition();
  }

  static SequenceSource open(SourceFile file, SourceOptions options) throws IOException {
    SequenceFile.Reader reader = null;
    SequenceSource source = null;
    try {
      reader = new SequenceFile.Reader(file.conf(), SequenceFile.Reader.file(file.openable()));
      source = new SequenceSource(file, reader, options);
      return source;
    } catch (SourceException e) {
      throw e;
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      throw file.error("", SourceFile.why(e), e);
    } finally {
      if (source == null && reader != null) {
        reader.close();
      }
    }
  }

  private WritableColumn column(String name) throws SourceException {
    String type = name.equals("key") ? reader.getKeyClassName() : reader.getValueClassName();
    WritableColumn column = WritableColumn.of(name, type);
    if (column == null) {
      throw file.error(
          "",
          "the "
              + name
              + " is of class "
              + type
              + "; those that can be loaded are "
              + WritableColumn.names(),
          null);
    }
    return column;
  }

  private Row delimited(SourceOptions options) throws SourceException {
    if (!(value instanceof Text)) {
      throw file.error(
          "",
          "the value is of class "
              + reader.getValueClassName()
              + "; --schema is for values of class "
              + Text.class.getName(),
          null);
    }
    SourceText text = new SourceText(options);
    return new Delimited(
        options.schema(), CsvFields.format(options), text, new CsvFields(options, text));
  }

  @Override
  public CifSchema schema() {
    return row.schema();
  }

  @Override
  public boolean next(ColumnVector[] out) throws IOException {
    if (ended) {
      return false;
    }
    try {
      long position = reader.getPosition();
      // Records after a marker that begins after the range belong to the next range.
      ended = !reader.next(key, value) || (position >= file.end() && reader.syncSeen());
      if (ended) {
        return false;
      }
      row.append(key, value, out);
      rows++;
      return true;
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      throw file.error(file.place("record", rows + 1), SourceFile.why(e), e);
    }
  }

  @Override
  public long bytesRead() {
    try {
      return Math.max(0, reader.getPosition() - begin);
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Row whose columns are key and value. */
  private record Pair(WritableColumn key, WritableColumn value) implements Row {
    @Override
    public CifSchema schema() {
      List<String> names = new ArrayList<>();
      List<CifType> types = new ArrayList<>();
      for (WritableColumn column : List.of(key, value)) {
        if (column.type() != null) {
          names.add(column.name());
          types.add(column.type());
        }
      }
      return CifSchema.of(names, types);
    }

    @Override
    public void append(Writable k, Writable v, ColumnVector[] out) {
      if (key.type() != null) {
        key.append(k, out[0]);
      }
      if (value.type() != null) {
        value.append(v, out[out.length - 1]);
      }
    }
  }

  /** The value is text with delimiters. */
  private record Delimited(CifSchema schema, CSVFormat format, SourceText text, CsvFields fields)
      implements Row {
    @Override
    public void append(Writable key, Writable value, ColumnVector[] out) throws IOException {
      Text line = (Text) value;
      List<String> texts = split(text.decode(line.getBytes(), line.getLength()));
      if (texts.size() != out.length) {
        throw new IllegalArgumentException(
            texts.size() + " fields, but " + out.length + " are expected");
      }
      for (int i = 0; i < out.length; i++) {
        try {
          fields.append(schema.column(i).type(), texts.get(i), out[i]);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "column '" + schema.column(i).name() + "': " + e.getMessage(), e);
        }
      }
    }

    private List<String> split(String text) throws IOException {
      if (text.isEmpty()) {
        return List.of("");
      }
      try (CSVParser parser = format.parse(new StringReader(text))) {
        List<CSVRecord> records = parser.getRecords();
        if (records.size() != 1) {
          throw new IllegalArgumentException(
              "the value is of " + records.size() + " lines, but one is expected");
        }
        return records.get(0).toList();
      }
    }
  }
}
