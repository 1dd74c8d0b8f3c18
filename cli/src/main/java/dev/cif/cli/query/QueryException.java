package dev.cif.cli.query;

/** Reports a column expression or condition that cannot be parsed or does not fit the table. */
public final class QueryException extends Exception {
  private static final long serialVersionUID = 1L;

  public QueryException(String message) {
    super(message);
  }
}
