package dev.cif.cache;

import java.io.IOException;

/** Says why something can't be read past the page cache. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final String reason;

  /**
   * Refuses a file or a block.
   *
   * @param reason why; the same words for all files of which it holds
   * @param detail of this one; null if there is none
   * @param cause null if there is none
   */
  RefusedException(String reason, String detail, Throwable cause) {
    super(detail == null ? reason : reason + ": " + detail, cause);
    this.reason = reason;
  }

  /** What kinds of refusals are told apart by in the log. */
  static String reason(Throwable e) {
    return e instanceof RefusedException refused ? refused.reason : "";
  }
}
