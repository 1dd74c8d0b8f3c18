package dev.cif.bench.scan;

import java.util.List;

/**
 * Speed that the format has to reach: at least {@code times} as fast as the fastest of the {@code
 * peers}.
 */
record Target(Operation task, String peer, List<String> peers, double times) {
  private static final List<String> SEQ = List.of("seq");
  private static final List<String> ORC = List.of("orc");
  private static final List<String> PARQUET = List.of("parquet", "parquet-group", "parquet-direct");

  static List<Target> all() {
    return List.of(
        new Target(Operation.INT, "SequenceFile", SEQ, 95),
        new Target(Operation.STRING, "SequenceFile", SEQ, 20),
        new Target(Operation.MAP, "SequenceFile", SEQ, 2.5),
        new Target(Operation.ALL, "SequenceFile", SEQ, 1),
        new Target(Operation.INT, "ORC", ORC, 1.5),
        new Target(Operation.STRING, "ORC", ORC, 1.5),
        new Target(Operation.MAP, "ORC", ORC, 2),
        new Target(Operation.ALL, "ORC", ORC, 1),
        new Target(Operation.INT, "Parquet", PARQUET, 1.5),
        new Target(Operation.STRING, "Parquet", PARQUET, 1.5),
        new Target(Operation.MAP, "Parquet", PARQUET, 2),
        new Target(Operation.ALL, "Parquet", PARQUET, 1),
        new Target(Operation.WRITE, "ORC", ORC, 1),
        // Look-ups use dcsl; the peers decode whole maps for them.
        new Target(Operation.LOOKUP, "ORC", ORC, 4),
        new Target(Operation.LOOKUP, "Parquet", PARQUET, 4));
  }
}
