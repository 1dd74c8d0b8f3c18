package dev.cif.cli.command;

import dev.cif.format.scan.ColumnPath;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Format of printed rows. */
enum RowFormat {
  /** One JSON object a row. */
  JSONL,
  /** Comma-separated values under a header. */
  CSV;

  RowPrinter printer(PrintStream out, List<ColumnPath> columns) throws IOException {
    List<String> names = columns.stream().map(ColumnPath::text).toList();
    return this == CSV ? new CsvPrinter(out, names) : new JsonPrinter(out, names);
  }
}
