package dev.cif.format.scan;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;

/** Values of a path in the surviving rows of a scan's window. Not thread-safe. */
public final class ScanColumn implements RowFilter.Source {
  private final PathReader reader;
  private final ColumnView view;
  private final Window window;

  /** Values read of the window; null if none were read. */
  private ColumnVector values;

  /** True if {@link #values} are those of all rows. */
  private boolean isWindow;

  /** Creates the column; a view of null shows the values themselves. */
  ScanColumn(PathReader reader, ColumnView view, Window window) {
    this.reader = reader;
    this.view = view;
    this.window = window;
  }

  /** Drops what was read: the window has moved. */
  void forget() {
    values = null;
    isWindow = false;
  }

  /** Announces that rows will be read. */
  void expect(RowRanges rows) {
    rows.ranges().forEach(reader::expect);
  }

  /** Returns the size of a value in bytes, before encoding. */
  long bytesOfRow() {
    return reader.bytesOfRow();
  }

  /** Returns the row behind the block that holds a row. */
  long endOfBlock(long row) throws IOException {
    return reader.endOfBlock(row);
  }

  /** Returns the type of the values. */
  @Override
  public CifType type() {
    return view == null ? reader.type() : view.type(reader.type());
  }

  private ColumnVector seen(ColumnVector read) throws IOException {
    return view == null ? read : view.of(read);
  }

  @Override
  public ColumnVector window() throws IOException {
    if (!isWindow) {
      values = seen(reader.read(window.first(), window.size()));
      isWindow = true;
    }
    return values;
  }

  /**
   * Returns the values, one for each surviving row. Invalidates those of the window before.
   *
   * @throws CifException if they are damaged
   */
  public ColumnVector values() throws IOException {
    int count = window.count();
    if (values == null && window.isDense()) {
      window();
    }
    if (values == null || (isWindow && count < values.size())) {
      if (isWindow) {
        values.keep(window.selected(), count);
      } else if (window.isWhole()) {
        values = seen(reader.read(window.first(), count));
      } else {
        values = seen(reader.read(window.first(), window.selected(), count));
      }
      isWindow = false;
    }
    return values;
  }
}
