package dev.cif.cli.source;

import dev.cif.format.CifSchema;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/** Rows of a Parquet file, or of a range of it: the row groups whose middle is there. */
final class ParquetSource implements RecordSource {
  private final SourceFile file;
  private final ParquetReader<ParquetRow> reader;
  private final CifSchema schema;
  private final long totalRows;
  private long done;

  ParquetSource(SourceFile file) throws IOException {
    this.file = file;
    try {
      MessageType message;
      try (ParquetFileReader footer =
          ParquetFileReader.open(HadoopInputFile.fromPath(file.path(), file.conf()))) {
        message = footer.getFileMetaData().getSchema();
        totalRows = rows(footer);
      }
      this.schema = ParquetTypes.schema(message);
      this.reader =
          ParquetReader.builder(new Rows(schema), file.path())
              .withConf(file.conf())
              .withFileRange(file.start(), file.end())
              .build();
    } catch (IOException | RuntimeException e) {
      throw file.error("", String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the number of rows of the range. */
  private long rows(ParquetFileReader footer) {
    long rows = 0;
    for (BlockMetaData group : footer.getRowGroups()) {
      long middle = group.getStartingPos() + group.getCompressedSize() / 2;
      rows += middle >= file.start() && middle < file.end() ? group.getRowCount() : 0;
    }
    return rows;
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
      throw file.error(file.place("row", done + 1), String.valueOf(e.getMessage()), e);
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

  /** Read support that lets Parquet push values into the vectors of a row. */
  private static final class Rows extends ReadSupport<ParquetRow> {
    private final CifSchema schema;

    Rows(CifSchema schema) {
      this.schema = schema;
    }

    @Override
    public ReadContext init(InitContext context) {
      return new ReadContext(context.getFileSchema());
    }

    @Override
    public RecordMaterializer<ParquetRow> prepareForRead(
        Configuration conf, Map<String, String> metadata, MessageType file, ReadContext context) {
      return new ParquetRow.Materializer(new ParquetRow(file, schema));
    }
  }
}
