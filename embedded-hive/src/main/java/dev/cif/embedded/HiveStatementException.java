package dev.cif.embedded;

/**
 * Reports a statement that Hive refused or that failed while running. The message is Hive's, with
 * the root cause of the task that failed; the cause holds all that the engine reports.
 */
public final class HiveStatementException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String sql;

  HiveStatementException(String sql, String message, Throwable cause) {
    super(message, cause);
    this.sql = sql;
  }

  /** Returns the statement that failed, without its terminator. */
  public String sql() {
    return sql;
  }
}
