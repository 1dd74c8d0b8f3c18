package dev.cif.cli.command;

import dev.cif.format.value.Value;
import java.io.Closeable;
import java.io.IOException;

/** Prints rows of values. */
interface RowPrinter extends Closeable {
  /** Prints a row; null values stand for NULL. */
  void row(Value[] values) throws IOException;
}
