package dev.cif.cli.query;

/** A truth value of SQL. */
enum Truth {
  FALSE,
  UNKNOWN,
  TRUE;

  static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  Truth and(Truth other) {
    return compareTo(other) <= 0 ? this : other;
  }

  Truth or(Truth other) {
    return compareTo(other) >= 0 ? this : other;
  }

  Truth not() {
    return this == TRUE ? FALSE : this == FALSE ? TRUE : UNKNOWN;
  }
}
