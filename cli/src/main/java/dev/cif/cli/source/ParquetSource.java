package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file, or a range of it: the row groups whose middle is there. Columns of logical types
 * that the library does not know are passed over, or have the values of their physical types.
 */
final class ParquetSource implements RecordSource {
  /** The option for columns of logical types that the library does not know. */
  static final String UNKNOWN_TYPES = "unknown-types";

  private static final String PHYSICAL = "physical";
  private static final String HOLLOW = "has a group without fields, which is no type of a column";
  private static final String UNKNOWN =
      "is of a logical type that this version does not know; --option "
          + UNKNOWN_TYPES
          + "="
          + PHYSICAL
          + " loads its values as they are stored";

  private final SourceFile file;
  private final ParquetRows reader;
  private final Map<String, String> passedOver = new LinkedHashMap<>();
  private final CifSchema schema;
  private final long totalRows;
  private long done;

  ParquetSource(SourceFile file, SourceOptions options) throws IOException {
    this.file = file;
    try {
      ParquetFooter known =
          ParquetFooter.of(HadoopInputFile.fromPath(file.openable(), file.conf()));
      known.hollow().forEach(column -> passedOver.put(column, HOLLOW));
      if (!arePhysical(options)) {
        known.unknown().forEach(column -> passedOver.put(column, UNKNOWN));
      }
      MessageType message;
      try (ParquetFileReader footer = open(known.file(), file.start(), file.end())) {
        message = without(footer.getFileMetaData().getSchema(), passedOver.keySet());
        totalRows = footer.getRecordCount();
      }
      SourceFile.requireAll(rowsOfAllRanges(known.file()), known.rows(), "row groups");
      this.schema = SourceFile.schema(ParquetTypes.names(message), ParquetTypes.types(message));
      this.reader =
          new ParquetRows(known.file(), options(file.start(), file.end()), message, schema);
    } catch (IOException | RuntimeException e) {
      throw file.error("", SourceFile.why(e), e);
    }
  }

  /**
   * Returns true if columns of unknown types are read as their physical types.
   *
   * @throws IllegalArgumentException if the option is neither skip nor physical
   */
  static boolean arePhysical(SourceOptions options) {
    String text = options.text(UNKNOWN_TYPES, "skip");
    if (!text.equals("skip") && !text.equals(PHYSICAL)) {
      throw new IllegalArgumentException(
          "--option " + UNKNOWN_TYPES + "=" + text + ": skip or " + PHYSICAL);
    }
    return text.equals(PHYSICAL);
  }

  private static MessageType without(MessageType message, Set<String> columns) {
    return new MessageType(
        message.getName(),
        message.getFields().stream().filter(f -> !columns.contains(f.getName())).toList());
  }

  @Override
  public Map<String, String> passedOver() {
    return passedOver;
  }

  /** Opens the row groups that the library counts among those of a range. */
  private ParquetFileReader open(InputFile parquet, long start, long end) throws IOException {
    return ParquetFileReader.open(parquet, options(start, end));
  }

  private ParquetReadOptions options(long start, long end) {
    return HadoopReadOptions.builder(file.conf())
        .withRange(start, end)
        .withCodecFactory(new ParquetCodecs(file.conf()))
        .build();
  }

  private long rowsOfAllRanges(InputFile parquet) throws IOException {
    if (file.isWhole()) {
      return totalRows;
    }
    try (ParquetFileReader footer = open(parquet, 0, file.length())) {
      return footer.getRecordCount();
    }
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    try {
      ParquetRow values = reader.read();
      if (values == null) {
        return false;
      }
      values.appendTo(row);
      done++;
      return true;
    } catch (IOException | RuntimeException e) {
      throw file.error(file.place("row", done + 1), SourceFile.why(e), e);
    }
  }

  @Override
  public long bytesRead() {
    return (long) (file.size() * (done / (double) Math.max(1, totalRows)));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
