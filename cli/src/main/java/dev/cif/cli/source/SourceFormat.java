package dev.cif.cli.source;

import dev.cif.format.schema.CifSchema;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Formats that can be loaded. */
public enum SourceFormat {
  /** Parquet, all types. */
  PARQUET,
  /** Avro data files, all types. */
  AVRO,
  /** ORC, all types. */
  ORC,
  /** Delimited text: columns of text unless a schema is given. */
  CSV,
  /** One JSON object a line; the schema is inferred from the first lines unless given. */
  JSONL,
  /** Hadoop's SequenceFiles, of its own Writables. */
  SEQ;

  /** The options that are not for all formats. */
  private Set<String> options() {
    switch (this) {
      case CSV:
        return Set.of(
            "delimiter", "quote", "escape", "null", SourceText.CHARSET, CsvSource.MULTILINE);
      case SEQ:
        return Set.of("delimiter", "quote", "escape", "null", SourceText.CHARSET);
      case JSONL:
        return Set.of("infer-rows", SourceText.CHARSET);
      case PARQUET:
        return Set.of(ParquetSource.UNKNOWN_TYPES);
      default:
        return Set.of();
    }
  }

  /** Returns the name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns true if values are text, decoded from bytes as the user's options say. */
  boolean isText() {
    return this == CSV || this == JSONL;
  }

  /**
   * Refuses options that do not fit the format.
   *
   * @throws IllegalArgumentException naming the option
   */
  public void check(SourceOptions given) {
    Set<String> known = new HashSet<>(options());
    known.addAll(Set.of(SourceText.ON_BAD, PartitionFolderSource.OPTION, ReaderThread.OPTION));
    given.requireKnown(text(), known);
    new SourceText(given);
    given.flag(PartitionFolderSource.OPTION, true);
    ReaderThread.seconds(given);
    ParquetSource.arePhysical(given);
    if (given.schema() != null && this != CSV && this != JSONL && this != SEQ) {
      throw new IllegalArgumentException(
          "--schema is for csv, jsonl and seq; " + text() + " has its own");
    }
    if (given.header() && this != CSV) {
      throw new IllegalArgumentException("--header is for csv");
    }
    for (String name : given.values().keySet()) {
      if (this == SEQ && given.schema() == null && options().contains(name)) {
        throw new IllegalArgumentException(
            "--option " + name + " is for text with delimiters: give its columns by --schema");
      }
    }
  }

  /** Returns true if ranges of the file can be read. */
  public boolean isCuttable(SourceFile file, SourceOptions given) {
    switch (this) {
      case PARQUET:
      case AVRO:
      case ORC:
      case SEQ:
        return true;
      case JSONL:
        return !file.isPacked() && new SourceText(given).hasPlainLines();
      case CSV:
        return !file.isPacked() && CsvSource.isCuttable(given);
    }
    throw new AssertionError(this);
  }

  /**
   * Opens a file or a range of it.
   *
   * @param known schema of the load, if it is known, for formats that would infer it; else null
   */
  RecordSource open(SourceFile file, SourceOptions given, CifSchema known) throws IOException {
    switch (this) {
      case PARQUET:
        return new ParquetSource(file, given);
      case AVRO:
        return new AvroSource(file);
      case ORC:
        return new OrcSource(file);
      case CSV:
        return new CsvSource(file, given);
      case JSONL:
        return new JsonLinesSource(file, given, known);
      case SEQ:
        return SequenceSource.open(file, given);
    }
    throw new AssertionError(this);
  }
}
