package dev.cif.cli.source;

import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.ListVector;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Fields of a Parquet group: a converter each, and the NULLs of absent ones. */
final class ParquetFields {
  private final Converter[] converters;
  private final ColumnVector[] vectors;
  private final boolean[] repeated;

  ParquetFields(GroupType group, ColumnVector[] vectors) {
    this.vectors = vectors;
    this.converters = new Converter[vectors.length];
    this.repeated = new boolean[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      Type type = group.getType(i);
      repeated[i] = type.isRepetition(Type.Repetition.REPEATED);
      converters[i] =
          repeated[i]
              ? ParquetConverters.repeated(type, (ListVector) vectors[i])
              : ParquetConverters.of(type, vectors[i]);
    }
  }

  Converter converter(int field) {
    return converters[field];
  }

  /** Begins a value of the group: a repeated field is a list, empty so far. */
  void begin() {
    for (int i = 0; i < vectors.length; i++) {
      if (repeated[i]) {
        ((ListVector) vectors[i]).append(0);
      }
    }
  }

  /** Ends the value: fields without the last of the {@code size} values get NULL. */
  void fill(int size) {
    for (ColumnVector vector : vectors) {
      if (vector.size() < size) {
        vector.appendNull();
      }
    }
  }
}
