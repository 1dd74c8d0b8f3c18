package dev.cif.bench.scan;

import java.util.List;

/**
 * Speed that the format has to reach: at least {@code times} as fast as the fastest of the {@code
 * peers}.
 */
record Target(Task task, String peer, List<String> peers, double times) {
  private static final List<String> SEQ = List.of("seq");
  private static final List<String> ORC = List.of("orc");
  private static final List<String> PARQUET = List.of("parquet", "parquet-group", "parquet-direct");

  static List<Target> all() {
    return List.of(
        new Target(Task.INT, "SequenceFile", SEQ, 95),
        new Target(Task.STRING, "SequenceFile", SEQ, 20),
        new Target(Task.MAP, "SequenceFile", SEQ, 2.5),
        new Target(Task.ALL, "SequenceFile", SEQ, 1),
        new Target(Task.INT, "ORC", ORC, 1.5),
        new Target(Task.STRING, "ORC", ORC, 1.5),
        new Target(Task.MAP, "ORC", ORC, 2),
        new Target(Task.ALL, "ORC", ORC, 1),
        new Target(Task.INT, "Parquet", PARQUET, 1.5),
        new Target(Task.STRING, "Parquet", PARQUET, 1.5),
        new Target(Task.MAP, "Parquet", PARQUET, 2),
        new Target(Task.ALL, "Parquet", PARQUET, 1),
        new Target(Task.WRITE, "ORC", ORC, 1),
        // Look-ups use dcsl; the peers decode whole maps for them.
        new Target(Task.LOOKUP, "ORC", ORC, 4),
        new Target(Task.LOOKUP, "Parquet", PARQUET, 4));
  }
}
