package dev.cif.embedded;

/**
 * A statement that Hive refused or that failed while running. The message is Hive's, with the root
 * cause of the task that failed; the cause has all that the engine tells.
 */
public final class HiveStatementException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String sql;

  HiveStatementException(String sql, String message, Throwable cause) {
    super(message, cause);
    this.sql = sql;
  }

  /** The statement that failed, without its terminator. */
  public String sql() {
    return sql;
  }
}
