package dev.cif.bench.paper;

import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;

/** The records of the paper's appendix B.5: so many columns, a random string of 30 each. */
final class WideData extends DataSet {
  private static final int LENGTH = 30;

  private final int columns;

  WideData(int columns) {
    super("wide-" + columns, schemaOf(columns));
    this.columns = columns;
  }

  private static Schema schemaOf(int columns) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Wide").fields();
    for (int i = 0; i < columns; i++) {
      fields = fields.requiredString("c" + i);
    }
    return fields.endRecord();
  }

  @Override
  void fill(GenericRecord row, SplittableRandom random) {
    for (int i = 0; i < columns; i++) {
      row.put(i, letters(random, LENGTH, ' ', '~'));
    }
  }
}
