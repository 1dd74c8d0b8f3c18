package dev.cif.bench.stores;

import dev.cif.bench.data.Substring;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;

/**
 * Converter of one column that counts the texts with a substring; it checks each entry of a
 * dictionary once.
 */
final class ParquetCounter extends RecordMaterializer<Long> {
  private final byte[] part;
  private long count;

  ParquetCounter(String part) {
    this.part = Substring.bytes(part);
  }

  @Override
  public Long getCurrentRecord() {
    return count;
  }

  @Override
  public GroupConverter getRootConverter() {
    Texts texts = new Texts();
    return new GroupConverter() {
      @Override
      public Converter getConverter(int field) {
        return texts;
      }

      @Override
      public void start() {}

      @Override
      public void end() {}
    };
  }

  private boolean isIn(Binary text) {
    byte[] bytes = text.getBytesUnsafe();
    return Substring.isIn(bytes, 0, bytes.length, part);
  }

  private final class Texts extends PrimitiveConverter {
    private boolean[] entries;

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary dictionary) {
      entries = new boolean[dictionary.getMaxId() + 1];
      for (int id = 0; id < entries.length; id++) {
        entries[id] = isIn(dictionary.decodeToBinary(id));
      }
    }

    @Override
    public void addValueFromDictionary(int id) {
      count += entries[id] ? 1 : 0;
    }

    @Override
    public void addBinary(Binary value) {
      count += isIn(value) ? 1 : 0;
    }
  }
}
