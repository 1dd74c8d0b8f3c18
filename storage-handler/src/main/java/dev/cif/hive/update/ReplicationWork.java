package dev.cif.hive.update;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.plan.Explain;

/**
 * Tables that REPL DUMP is about to copy.
 *
 * @param scope names of tables by database; none for all of the database
 */
@Explain(displayName = "CIF changes become part of what is replicated")
public record ReplicationWork(Map<String, List<String>> scope) implements Serializable {
  private static final long serialVersionUID = 1L;
}
