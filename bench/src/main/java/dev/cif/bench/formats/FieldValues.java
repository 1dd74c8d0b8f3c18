package dev.cif.bench.formats;

import java.io.IOException;
import java.util.function.BinaryOperator;

/** Access to the fields of rows that an input format reads. */
public interface FieldValues {
  /** Begins a row with the input format's key and value. */
  void row(Object key, Object value) throws IOException;

  /**
   * Returns the value of the {@code k}-th field that is read, in the format's own objects: strings
   * as {@code CharSequence} or {@code Text}, numbers as {@code Number} or Writables, maps as {@code
   * Map}.
   */
  Object get(int k) throws IOException;

  /** Function that gets a field of a record. */
  interface Getter {
    Object get(Object row, int k);
  }

  /** Returns access to records which the key or the value holds. */
  static FieldValues of(BinaryOperator<Object> record, Getter getter) {
    return new FieldValues() {
      private Object row;

      @Override
      public void row(Object key, Object value) {
        row = record.apply(key, value);
      }

      @Override
      public Object get(int k) {
        return getter.get(row, k);
      }
    };
  }
}
