package dev.cif.impala;

import dev.cif.format.schema.CifException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.impala.thrift.TErrorCode;
import org.apache.impala.thrift.TStatus;

/** Statuses for Impala. */
final class Statuses {
  private Statuses() {}

  static TStatus ok() {
    return new TStatus(TErrorCode.OK, new ArrayList<>());
  }

  static TStatus error(Throwable fault) {
    return new TStatus(TErrorCode.RUNTIME_ERROR, new ArrayList<>(List.of(message(fault))));
  }

  /**
   * Returns the message for a user, never empty. Errors of other classes than our own include their
   * class.
   */
  static String message(Throwable fault) {
    Throwable shown = fault instanceof UncheckedIOException e ? e.getCause() : fault;
    if (shown instanceof CifException) {
      return shown.getMessage();
    }
    String kind = shown.getClass().getName();
    return shown.getMessage() == null ? kind : kind + ": " + shown.getMessage();
  }
}
