package dev.cif.cli.source;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/** The formats that can be loaded. */
public enum SourceFormat {
  /** Parquet, all types. */
  PARQUET,
  /** Avro data files, all types. */
  AVRO,
  /** ORC, all types. */
  ORC,
  /** Text with delimiters: columns of text unless a schema is given. */
  CSV,
  /** One JSON object a line; the schema is inferred from the first lines unless given. */
  JSONL,
  /** HTML pages, one row a page: files, or entries of .jar and .zip files. */
  HTML;

  private Set<String> options() {
    switch (this) {
      case CSV:
        return Set.of("delimiter", "quote", "escape", "null", "charset");
      case JSONL:
        return Set.of("infer-rows");
      case HTML:
        return Set.of("charset");
      default:
        return Set.of();
    }
  }

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether files of a folder with this name are of the format, in a folder of many kinds. */
  boolean takes(String fileName) {
    if (this != HTML) {
      return true;
    }
    String name = fileName.toLowerCase(Locale.ROOT);
    return name.endsWith(".html")
        || name.endsWith(".htm")
        || name.endsWith(".jar")
        || name.endsWith(".zip");
  }

  /**
   * Refuses options that do not fit the format.
   *
   * @throws IllegalArgumentException naming the option
   */
  public void check(SourceOptions given) {
    given.requireKnown(text(), options());
    if (given.schema() != null && this != CSV && this != JSONL) {
      throw new IllegalArgumentException(
          "--schema is for csv and jsonl; " + text() + " has its own");
    }
    if (given.header() && this != CSV) {
      throw new IllegalArgumentException("--header is for csv");
    }
  }

  RecordSource open(SourceFile file, SourceOptions given) throws IOException {
    switch (this) {
      case PARQUET:
        return new ParquetSource(file);
      case AVRO:
        return new AvroSource(file);
      case ORC:
        return new OrcSource(file);
      case CSV:
        return new CsvSource(file, given);
      case JSONL:
        return new JsonLinesSource(file, given);
      case HTML:
        return new HtmlSource(file, given);
    }
    throw new AssertionError(this);
  }
}
