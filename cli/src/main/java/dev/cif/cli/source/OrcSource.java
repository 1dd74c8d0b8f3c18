package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;

/**
 * Rows of an ORC file, or of a range of it: the stripes that begin there. The columns are the
 * fields of a file of structs, or one column `value` for other types.
 */
final class OrcSource implements RecordSource {
  private final SourceFile file;
  private final Reader reader;
  private final RecordReader rows;
  private final VectorizedRowBatch batch;
  private final List<TypeDescription> types;
  private final CifSchema schema;
  private final long totalRows;
  private int at;
  private long done;

  OrcSource(SourceFile file) throws IOException {
    this.file = file;
    try {
      // Keeps wall-clock timestamps, whatever this machine's time zone, and reads dates in Java's
      // calendar.
      OrcFile.ReaderOptions options =
          OrcFile.readerOptions(file.conf())
              .filesystem(file.fileSystem())
              .useUTCTimestamp(true)
              .convertToProlepticGregorian(true);
      this.reader = OrcFile.createReader(file.path(), options);
      TypeDescription root = reader.getSchema();
      boolean struct = root.getCategory() == TypeDescription.Category.STRUCT;
      this.types = struct ? root.getChildren() : List.of(root);
      this.schema =
          SourceFile.schema(
              struct ? root.getFieldNames() : List.of("value"),
              types.stream().map(OrcSource::type).toList());
      this.batch = root.createRowBatch();
      this.rows = reader.rows(reader.options().range(file.start(), file.size()));
      this.totalRows = rows(file.start(), file.end());
      SourceFile.requireAll(
          rows(0, file.length()), rows(Long.MIN_VALUE, Long.MAX_VALUE), "stripes");
    } catch (IOException | RuntimeException e) {
      throw file.error("", SourceFile.why(e), e);
    }
  }

  /** Rows of the stripes that begin in a range. */
  private long rows(long start, long end) {
    return reader.getStripes().stream()
        .filter(stripe -> stripe.getOffset() >= start && stripe.getOffset() < end)
        .mapToLong(StripeInformation::getNumberOfRows)
        .sum();
  }

  /**
   * Returns the CIF type of an ORC type. ORC's type names are Hive's, so those of simple types go
   * through the parser.
   */
  static CifType type(TypeDescription orc) {
    switch (orc.getCategory()) {
      case DECIMAL:
        return CifType.decimal(orc.getPrecision(), orc.getScale());
      case VARCHAR:
        return CifType.varchar(orc.getMaxLength());
      case CHAR:
        return CifType.character(orc.getMaxLength());
      case LIST:
        return CifType.array(type(orc.getChildren().get(0)));
      case MAP:
        return CifType.map(type(orc.getChildren().get(0)), type(orc.getChildren().get(1)));
      case STRUCT:
        return CifType.struct(
            orc.getFieldNames(), orc.getChildren().stream().map(OrcSource::type).toList());
      case UNION:
        return CifType.union(orc.getChildren().stream().map(OrcSource::type).toList());
      default:
        return CifType.parse(orc.getCategory().getName());
    }
  }

  @Override
  public CifSchema schema() {
    return schema;
  }

  @Override
  public boolean next(ColumnVector[] row) throws IOException {
    try {
      if (at == batch.size) {
        at = 0;
        if (!rows.nextBatch(batch)) {
          batch.size = 0;
          return false;
        }
      }
      for (int i = 0; i < row.length; i++) {
        OrcVectors.append(batch.cols[i], at, types.get(i), row[i]);
      }
      at++;
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
    rows.close();
    reader.close();
  }
}
