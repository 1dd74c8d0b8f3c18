package dev.cif.bench.hive;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Format in which tables are stored, with its codec. */
enum TableFormat {
  CIF("cif", "STORED AS CIF"),
  SEQUENCE_FILE("seq", "STORED AS SEQUENCEFILE"),
  TEXT("text", "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE"),
  /** CIF with statistics of struct fields and of map keys. */
  CIF_PARTS("cif-parts", "STORED AS CIF TBLPROPERTIES ('cif.part.statistics' = 'true')"),
  ORC_ZLIB("orc-zlib", "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZLIB')"),
  ORC_ZSTD("orc-zstd", "STORED AS ORC TBLPROPERTIES ('orc.compress' = 'ZSTD')"),
  PARQUET_SNAPPY(
      "parquet-snappy", "STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = 'SNAPPY')"),
  PARQUET_ZSTD("parquet-zstd", "STORED AS PARQUET TBLPROPERTIES ('parquet.compression' = 'ZSTD')");

  /** Name on the command line and in the report. */
  final String label;

  /** Clause that declares a table of it. */
  final String clause;

  TableFormat(String label, String clause) {
    this.label = label;
    this.clause = clause;
  }

  /**
   * Returns the format of a label.
   *
   * @throws IllegalArgumentException if there is none, with the existing labels
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
