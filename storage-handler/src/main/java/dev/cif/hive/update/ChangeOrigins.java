package dev.cif.hive.update;

import dev.cif.format.commit.ChangeOrigin;
import dev.cif.hive.version.HiveFeatures;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.session.SessionState;

/** Origin of a change by a running statement, for the table's history. */
public final class ChangeOrigins {
  /** Setting: text that the history has in place of the statement. */
  public static final String STATEMENT = "cif.change.statement";

  private ChangeOrigins() {}

  /**
   * Returns the user, the statement without what the site hides of it, and this Hive.
   *
   * @param conf configuration of the statement
   */
  static ChangeOrigin of(Configuration conf) {
    // Hive puts its own there after the hooks that redact it.
    String statement = conf.get(STATEMENT, HiveConf.getQueryString(conf));
    return new ChangeOrigin(
        SessionState.getUserFromAuthenticator(), "Hive " + HiveFeatures.version(), statement);
  }
}
