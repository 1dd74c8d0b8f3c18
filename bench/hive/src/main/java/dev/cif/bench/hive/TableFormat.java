package dev.cif.bench.hive;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A format that tables are stored in, with its codec. */
enum TableFormat {
  CIF("cif", "STORED AS CIF"),
  SEQUENCE_FILE("seq", "STORED AS SEQUENCEFILE"),
  TEXT("text", "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE"),
  /** With statistics of struct fields and of map keys. */
  CIF_PARTS("cif-parts", "STORED AS CIF TBLPROPERTIES ('cif.part.statistics' = 'true')"),
  ORC_ZLIB("orc-zlib", "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZLIB')"),
  ORC_ZSTD("orc-zstd", "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZSTD')"),
  PARQUET_SNAPPY(
      "parquet-snappy", "STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = 'SNAPPY')"),
  PARQUET_ZSTD("parquet-zstd", "STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = 'ZSTD')");

  /** As the command line and the report name it. */
  final String label;

  /** How a table of it is declared. */
  final String clause;

  TableFormat(String label, String clause) {
    this.label = label;
    this.clause = clause;
  }

  /**
   * The format of a label.
   *
   * @throws IllegalArgumentException if there is none, with the labels there are
   */
  static TableFormat of(String label) {
    for (TableFormat format : values()) {
      if (format.label.equals(label)) {
        return format;
      }
    }
    String known = Arrays.stream(values()).map(f -> f.label).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("No format '" + label + "'; there are: " + known);
  }
}
