package dev.cif.cache;

import java.io.IOException;

/** Reports that a file or a block can't be read past the page cache. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final String reason;

  /**
   * Refuses a file or a block.
   *
   * @param reason reason, in the same words for all files that it applies to
   * @param detail detail of this file; null if there is none
   * @param cause cause; null if there is none
   */
  RefusedException(String reason, String detail, Throwable cause) {
    super(detail == null ? reason : reason + ": " + detail, cause);
    this.reason = reason;
  }

  /** Returns the reason by which the log distinguishes refusals; empty for other errors. */
  static String reason(Throwable e) {
    return e instanceof RefusedException refused ? refused.reason : "";
  }
}
