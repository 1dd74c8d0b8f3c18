package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** Rows of a Parquet file's row groups, one after another. Not thread-safe. */
final class ParquetRows implements Closeable {
  private final ParquetFileReader file;
  private final MessageColumnIO columns;
  private final ParquetRow.Materializer row;

  private RecordReader<ParquetRow> group;
  private long left;

  /**
   * Opens a file.
   *
   * @param options range of the row groups, and codecs
   * @param message columns that are read
   */
  ParquetRows(InputFile input, ParquetReadOptions options, MessageType message, CifSchema schema)
      throws IOException {
    file = ParquetFileReader.open(input, options);
    file.setRequestedSchema(message);
    columns =
        new ColumnIOFactory(file.getFileMetaData().getCreatedBy())
            .getColumnIO(message, file.getFileMetaData().getSchema());
    row = new ParquetRow.Materializer(new ParquetRow(message, schema));
  }

  /** Returns the next row, which holds until the one after it is read; null behind the last. */
  ParquetRow read() throws IOException {
    while (left == 0) {
      PageReadStore pages = file.readNextRowGroup();
      if (pages == null) {
        return null;
      }
      left = pages.getRowCount();
      group = columns.getRecordReader(new ParquetPages(pages), row);
    }
    left--;
    return group.read();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
