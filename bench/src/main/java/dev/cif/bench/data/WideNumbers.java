package dev.cif.bench.data;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;

/** Rows of many {@code bigint} columns, whose values rise by row and column. */
public final class WideNumbers extends NumberedData {
  private final int columns;

  /**
   * Creates rows.
   *
   * @param prefix prefix of the columns' names, before their number
   */
  public WideNumbers(int columns, String prefix) {
    super("numbers-" + columns, schemaOf(columns, prefix), SEED);
    this.columns = columns;
  }

  private static Schema schemaOf(int columns, String prefix) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Numbers").fields();
    for (int c = 0; c < columns; c++) {
      fields = fields.requiredLong(prefix + c);
    }
    return fields.endRecord();
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    for (int c = 0; c < columns; c++) {
      row.put(c, 31L * number + c);
    }
  }
}
