package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Rows of a file of delimited text. Without a schema each column is text, named after the header or
 * c1, c2, ...; with a schema and a header columns are found by name, else by position. {@link
 * CsvFields} converts the fields. A file whose records are lines can be read by ranges.
 */
final class CsvSource implements RecordSource {
  /** Option by which the user states that no field holds a line break. */
  static final String MULTILINE = "multiline";

  private final SourceFile file;
  private final CountingStream raw;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final SourceText text;
  private final CsvFields values;
  private final boolean oneLine;
  private final CifSchema schema;
  private final int fields;

  /** Position of each column's field; -1 if the file lacks it. */
  private final int[] places;

  private CSVRecord first;

  CsvSource(SourceFile file, SourceOptions options) throws IOException {
    this.file = file;
    this.text = new SourceText(options);
    this.values = new CsvFields(options, text);
    this.oneLine = !options.flag(MULTILINE, true);
    this.raw = file.openLines();
    try {
      this.parser = CsvFields.format(options).parse(text.read(file, raw));
      this.records = parser.iterator();
      if (file.start() > 0) {
        try (CsvSource head = new CsvSource(file.whole(), options)) {
          this.fields = head.fields;
          this.schema = head.schema;
          this.places = head.places;
        }
        return;
      }
      List<String> header = options.header() ? header() : null;
      this.first = read();
      int inFirst = first == null ? 0 : first.size();
      if (header == null && options.schema() == null && inFirst == 0) {
        throw file.error("", "the file is empty; give --schema", null);
      }
      int width = options.schema() != null ? options.schema().size() : inFirst;
      this.fields = header != null ? header.size() : width;
      this.schema = options.schema() != null ? options.schema() : ofText(header);
      this.places = places(header);
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  /**
   * Returns true if each line of the file begins a record, and can be found without reading those
   * before.
   */
  static boolean isCuttable(SourceOptions options) {
    return new SourceText(options).hasPlainLines() && !options.flag(MULTILINE, true);
  }

  private List<String> header() throws IOException {
    CSVRecord record = read();
    if (record == null) {
      throw file.error("", "the file is empty; a header was expected", null);
    }
    List<String> names = new ArrayList<>();
    for (String name : record) {
      try {
        names.add(text.cleanName(name).trim());
      } catch (IllegalArgumentException e) {
        throw file.error("line 1", "the header: " + e.getMessage(), e);
      }
    }
    if (names.contains("")) {
      throw file.error("line 1", "column " + (names.indexOf("") + 1) + " has no name", null);
    }
    return names;
  }

  private CifSchema ofText(List<String> header) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      names.add(header == null ? "c" + (i + 1) : header.get(i));
    }
    return CifSchema.of(names, Collections.nCopies(fields, CifType.STRING));
  }

  private int[] places(List<String> header) throws SourceException {
    int[] found = new int[schema.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = header == null ? i : place(header, schema.column(i).name());
    }
    return found;
  }

  private int place(List<String> header, String column) throws SourceException {
    String name;
    try {
      name = FieldNames.match(header, column);
    } catch (IllegalArgumentException e) {
      throw file.error("line 1", e.getMessage(), e);
    }
    if (name == null) {
      throw file.error("line 1", "the header " + header + " has no column '" + column + "'", null);
    }
    return header.lastIndexOf(name);
  }

  private CSVRecord read() throws IOException {
    try {
      return records.hasNext() ? records.next() : null;
    } catch (IllegalStateException | java.io.UncheckedIOException e) {
      String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw file.error(file.place("line", parser.getCurrentLineNumber()), message, e);
    }
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    CSVRecord record = first != null ? first : read();
    first = null;
    // An empty line is no record, unless there is just one column.
    while (record != null && fields > 1 && record.size() == 1 && record.get(0).isEmpty()) {
      record = read();
    }
    if (record == null) {
      return false;
    }
    if (record.size() != fields) {
      throw file.error(
          place(record), record.size() + " fields, but " + fields + " are expected", null);
    }
    for (int i = 0; i < row.length; i++) {
      field(record, schema.column(i), record.get(places[i]), row[i]);
    }
    return true;
  }

  private void field(CSVRecord record, Column column, String value, ColumnVector out)
      throws IOException {
    try {
      if (oneLine && (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0)) {
        throw new IllegalArgumentException(
            "a field with a line break, though --option "
                + MULTILINE
                + "=false says there is none");
      }
      values.append(column.type(), value, out);
    } catch (IllegalArgumentException e) {
      throw file.error(place(record) + ", column '" + column.name() + "'", e.getMessage(), e);
    }
  }

  private String place(CSVRecord record) {
    return file.place("record", record.getRecordNumber())
        + " before line "
        + parser.getCurrentLineNumber();
  }

  @Override
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
