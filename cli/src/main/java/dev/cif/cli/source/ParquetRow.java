package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.vector.ColumnVector;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;

/** One row of vectors, filled by Parquet's record assembly. Not thread-safe. */
final class ParquetRow extends GroupConverter {
  private final ColumnVector[] vectors;
  private final ParquetFields fields;

  ParquetRow(MessageType message, CifSchema schema) {
    vectors = new ColumnVector[schema.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = ColumnVector.create(schema.column(i).type());
    }
    fields = new ParquetFields(message, vectors);
  }

  /** Appends the row to other vectors of the same types. */
  void appendTo(ColumnVector[] row) {
    for (int i = 0; i < vectors.length; i++) {
      row[i].append(vectors[i], 0);
    }
  }

  @Override
  public Converter getConverter(int field) {
    return fields.converter(field);
  }

  @Override
  public void start() {
    for (ColumnVector vector : vectors) {
      vector.reset();
    }
    fields.begin();
  }

  @Override
  public void end() {
    fields.fill(1);
  }

  /** Hands the row to Parquet. */
  static final class Materializer extends RecordMaterializer<ParquetRow> {
    private final ParquetRow row;

    Materializer(ParquetRow row) {
      this.row = row;
    }

    @Override
    public ParquetRow getCurrentRecord() {
      return row;
    }

    @Override
    public GroupConverter getRootConverter() {
      return row;
    }
  }
}
