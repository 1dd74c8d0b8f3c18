package dev.cif.bench.data;

import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;

/** Records of the paper's appendix B.5: many columns, each a random string of 30 characters. */
public final class WideData extends RecordData {
  private static final int LENGTH = 30;

  /** Length of a derived value in characters. */
  private static final int SHORT = 10;

  private final int columns;
  private final String derived;

  public WideData(int columns) {
    this(columns, null);
  }

  /**
   * Creates records with a column after them that is computed from the first.
   *
   * @param derived name of that column; null for none
   */
  public WideData(int columns, String derived) {
    super("wide-" + columns, schemaOf(columns, derived));
    this.columns = columns;
    this.derived = derived;
  }

  /** Returns the value that is derived from a text: its beginning, in lower case. */
  public static String beginning(Object text) {
    return text.toString().substring(0, SHORT).toLowerCase(Locale.ROOT);
  }

  private static Schema schemaOf(int columns, String derived) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Wide").fields();
    for (int i = 0; i < columns; i++) {
      fields = fields.requiredString("c" + i);
    }
    if (derived != null) {
      fields = fields.requiredString(derived);
    }
    return fields.endRecord();
  }

  @Override
  void fill(GenericRecord row, SplittableRandom random) {
    for (int i = 0; i < columns; i++) {
      row.put(i, letters(random, LENGTH, ' ', '~'));
    }
    if (derived != null) {
      row.put(columns, beginning(row.get(0)));
    }
  }
}
