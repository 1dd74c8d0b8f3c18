package dev.cif.format.commit;

/**
 * Origin of a change, for people who look at a table's history. Immutable.
 *
 * @param user name of the user who made the change; null if it is not known
 * @param program program that made it, with its version; null if it is not known
 * @param statement statement or command that made it; null if there is none
 */
public record ChangeOrigin(String user, String program, String statement) {
  /** Origin of which nothing is known. */
  public static final ChangeOrigin UNKNOWN = new ChangeOrigin(null, null, null);

  /** Number of characters of a statement that are kept. */
  private static final int MOST = 64 << 10;

  /** Cuts a statement that is too long to be kept. */
  public ChangeOrigin {
    if (statement != null && statement.length() > MOST) {
      int end = Character.isHighSurrogate(statement.charAt(MOST - 1)) ? MOST - 1 : MOST;
      statement = statement.substring(0, end) + "...";
    }
  }
}
