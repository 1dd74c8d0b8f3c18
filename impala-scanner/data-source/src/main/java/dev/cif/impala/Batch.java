package dev.cif.impala;

import dev.cif.format.schema.CifException;
import dev.cif.format.schema.TimestampValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.impala.extdatasource.thrift.TRowBatch;
import org.apache.impala.thrift.TColumnData;

/** Batch of rows for Impala, stored by column. Not thread-safe. */
final class Batch {
  /** Number of string bytes from which on a batch is full. */
  static final long MAX_BYTES = 16L << 20;

  private final List<OutputColumn> columns;
  private final List<Data> data = new ArrayList<>();
  private final int maxRows;
  private int rows;
  private long bytes;

  /** NULLs of a column, and its other values. */
  private record Data(List<Boolean> nulls, List<Object> values) {}

  Batch(List<OutputColumn> columns, int maxRows) {
    this.columns = columns;
    this.maxRows = maxRows;
    for (int i = 0; i < columns.size(); i++) {
      data.add(new Data(new ArrayList<>(), new ArrayList<>()));
    }
  }

  /** Returns the number of rows that still fit. */
  int room() {
    return bytes >= MAX_BYTES ? 0 : maxRows - rows;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  int rows() {
    return rows;
  }

  /** Counts rows after their values were added to every column. */
  void addRows(int count) {
    rows += count;
  }

  /**
   * Adds a value to a column.
   *
   * @param value object of the class that {@link ImpalaType.Kind} names, null for NULL
   * @throws CifException if it is a string that is not UTF-8
   */
  void add(int column, Object value) throws CifException {
    Data to = data.get(column);
    to.nulls().add(value == null);
    if (value != null) {
      to.values().add(transported(columns.get(column).type(), value));
    }
  }

  private Object transported(ImpalaType type, Object value) throws CifException {
    switch (type.kind()) {
      case BOOLEAN:
        return (Long) value != 0;
      case TINYINT:
        return ((Long) value).byteValue();
      case SMALLINT:
        return ((Long) value).shortValue();
      case INT:
      case DATE:
        return ((Long) value).intValue();
      case BIGINT:
      case FLOAT:
      case DOUBLE:
        return value;
      case DECIMAL:
        return ByteBuffer.wrap(((BigDecimal) value).unscaledValue().toByteArray());
      case STRING:
        return text((byte[]) value);
      case TIMESTAMP:
        TimestampValue t = (TimestampValue) value;
        return ByteBuffer.allocate(12).putLong(t.seconds()).putInt(t.nanos()).flip();
    }
    throw new AssertionError(type);
  }

  private String text(byte[] value) throws CifException {
    String text = Utf8.decode(value);
    if (text == null) {
      throw Utf8.invalid();
    }
    bytes += value.length;
    return text;
  }

  TRowBatch toThrift() {
    List<TColumnData> result = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      result.add(toThrift(columns.get(i).type(), data.get(i)));
    }
    return new TRowBatch().setCols(result).setNum_rows(rows);
  }

  private static TColumnData toThrift(ImpalaType type, Data data) {
    TColumnData column = new TColumnData(data.nulls());
    switch (type.kind()) {
      case BOOLEAN:
        return column.setBool_vals(typed(data));
      case TINYINT:
        return column.setByte_vals(typed(data));
      case SMALLINT:
        return column.setShort_vals(typed(data));
      case INT:
      case DATE:
        return column.setInt_vals(typed(data));
      case BIGINT:
        return column.setLong_vals(typed(data));
      case FLOAT:
      case DOUBLE:
        return column.setDouble_vals(typed(data));
      case STRING:
        return column.setString_vals(typed(data));
      case DECIMAL:
      case TIMESTAMP:
        return column.setBinary_vals(typed(data));
    }
    throw new AssertionError(type);
  }

  /** Returns the values in the class of the type's list, which {@link #transported} made. */
  @SuppressWarnings("unchecked")
  private static <T> List<T> typed(Data data) {
    return (List<T>) data.values();
  }
}
