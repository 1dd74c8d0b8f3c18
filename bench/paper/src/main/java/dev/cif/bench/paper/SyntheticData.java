package dev.cif.bench.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;

/**
 * The records of the paper's section 6.2: six strings of 20 to 40 random readable ASCII characters,
 * six integers from 1 to 10,000, and a map of ten random keys of four characters to integers.
 */
final class SyntheticData extends DataSet {
  /** Bytes of a row in a SequenceFile, about. */
  static final double BYTES_OF_ROW = 310;

  /** "The total size of the dataset was 57GB in the SEQ format", on one node. */
  static final double BYTES_OF_NODE = 57e9;

  static final int STRINGS = 6;
  static final int INTEGERS = 6;
  static final int ENTRIES = 10;
  private static final int LARGEST = 10_000;

  SyntheticData() {
    super("synthetic", schemaOf());
  }

  private static Schema schemaOf() {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Synthetic").fields();
    for (int i = 0; i < STRINGS; i++) {
      fields = fields.requiredString("s" + i);
    }
    for (int i = 0; i < INTEGERS; i++) {
      fields = fields.requiredInt("i" + i);
    }
    return fields
        .name("map")
        .type(Schema.createMap(Schema.create(Schema.Type.INT)))
        .noDefault()
        .endRecord();
  }

  @Override
  void fill(GenericRecord row, SplittableRandom random) {
    for (int i = 0; i < STRINGS; i++) {
      row.put(i, letters(random, random.nextInt(20, 41), ' ', '~'));
    }
    for (int i = 0; i < INTEGERS; i++) {
      row.put(STRINGS + i, random.nextInt(1, LARGEST + 1));
    }
    Map<String, Integer> map = new LinkedHashMap<>();
    while (map.size() < ENTRIES) {
      map.put(letters(random, 4, 'a', 'z'), random.nextInt(1, LARGEST + 1));
    }
    row.put(STRINGS + INTEGERS, map);
  }
}
