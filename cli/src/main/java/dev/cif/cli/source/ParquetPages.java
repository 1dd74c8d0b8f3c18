package dev.cif.cli.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Pages of a row group, whose columns must begin with a row. The library takes a column that begins
 * amid one for rows of its own, and leaves out as many values at the end.
 */
record ParquetPages(PageReadStore pages) implements PageReadStore {
  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    PageReader reader = pages.getPageReader(column);
    return column.getMaxRepetitionLevel() == 0 ? reader : new Checked(column, reader);
  }

  @Override
  public long getRowCount() {
    return pages.getRowCount();
  }

  /** Reader that looks at the first value of a column. */
  private static final class Checked implements PageReader, DataPage.Visitor<DataPage> {
    private final ColumnDescriptor column;
    private final PageReader reader;
    private boolean hasBegun;

    Checked(ColumnDescriptor column, PageReader reader) {
      this.column = column;
      this.reader = reader;
    }

    @Override
    public DictionaryPage readDictionaryPage() {
      return reader.readDictionaryPage();
    }

    @Override
    public long getTotalValueCount() {
      return reader.getTotalValueCount();
    }

    @Override
    public DataPage readPage() {
      DataPage page = reader.readPage();
      if (hasBegun || page == null || page.getValueCount() == 0) {
        return page;
      }
      hasBegun = true;
      return page.accept(this);
    }

    @Override
    public DataPage visit(DataPageV1 page) {
      try {
        // The bytes may be those of a stream, which gives them once.
        BytesInput bytes = BytesInput.copy(page.getBytes());
        ValuesReader levels =
            page.getRlEncoding().getValuesReader(column, ValuesType.REPETITION_LEVEL);
        levels.initFromPage(page.getValueCount(), bytes.toInputStream());
        expectRow(levels.readInteger());
        return new DataPageV1(
            bytes,
            page.getValueCount(),
            page.getUncompressedSize(),
            page.getStatistics(),
            page.getRlEncoding(),
            page.getDlEncoding(),
            page.getValueEncoding());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public DataPage visit(DataPageV2 page) {
      try {
        BytesInput levels = BytesInput.copy(page.getRepetitionLevels());
        int width = BytesUtils.getWidthFromMaxInt(column.getMaxRepetitionLevel());
        expectRow(new RunLengthBitPackingHybridDecoder(width, levels.toInputStream()).readInt());
        return new DataPageV2(
            page.getRowCount(),
            page.getNullCount(),
            page.getValueCount(),
            levels,
            page.getDefinitionLevels(),
            page.getDataEncoding(),
            page.getData(),
            page.getUncompressedSize(),
            page.getStatistics(),
            page.isCompressed());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void expectRow(int level) {
      if (level != 0) {
        throw new ParquetDecodingException(
            "column "
                + String.join(".", column.getPath())
                + " begins amid a row, with repetition level "
                + level
                + ": the file is corrupt");
      }
    }
  }
}
