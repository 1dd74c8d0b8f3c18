package dev.cif.embedded;

import dev.cif.hive.CifHook;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hadoop.hive.ql.ErrorMsg;
import org.apache.hadoop.hive.ql.processors.CommandProcessorException;

/**
 * Advice for an UPDATE, DELETE or MERGE that Hive refuses because CIF's hook is missing. Hive's own
 * error speaks of transactions only, and no code of CIF's runs before it.
 */
final class UpdateHint {
  private static final Pattern UPDATE =
      Pattern.compile("(?is)(EXPLAIN\\s+)?(UPDATE|DELETE|MERGE)\\s.*");

  private static final Set<Integer> REFUSALS =
      Set.of(
          ErrorMsg.ACID_OP_ON_NONACID_TXNMGR.getErrorCode(),
          ErrorMsg.ACID_OP_ON_NONACID_TABLE.getErrorCode(),
          ErrorMsg.ACID_OP_ON_INSERTONLYTRAN_TABLE.getErrorCode());

  private UpdateHint() {}

  /** Returns the hint; empty if the statement failed for another reason. */
  static String of(String sql, CommandProcessorException failure, HiveConf conf) {
    boolean hasHook =
        conf.getVar(ConfVars.SEMANTIC_ANALYZER_HOOK).contains(CifHook.class.getName());
    return !hasHook && REFUSALS.contains(failure.getResponseCode()) && UPDATE.matcher(sql).matches()
        ? "If this is a table of CIF: "
            + ConfVars.SEMANTIC_ANALYZER_HOOK.varname
            + " must be "
            + CifHook.class.getName()
            + ", which it is not"
        : "";
  }
}
