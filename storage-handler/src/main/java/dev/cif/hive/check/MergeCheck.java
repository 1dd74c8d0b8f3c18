package dev.cif.hive.check;

import dev.cif.hive.table.CifTables;
import dev.cif.hive.version.HiveToken;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Refuses MERGE, which CIF does not have. Hive would refuse it as well, and send the user to
 * another transaction manager, with which it refuses it again.
 */
public final class MergeCheck {
  private MergeCheck() {}

  public static void check(ASTNode tree, HiveConf conf) throws SemanticException {
    ASTNode statement = CifTables.unexplained(tree);
    if (!HiveToken.TOK_MERGE.is(statement)) {
      return;
    }
    ASTNode name = (ASTNode) HiveToken.TOK_TABREF.childOf(statement).getChild(0);
    Table table = CifTables.table(name, conf);
    if (table == null) {
      return;
    }
    String full = table.getFullyQualifiedName();
    throw new SemanticException(
        "MERGE INTO "
            + full
            + ": CIF has no such statement; delete rows by DELETE FROM, set columns by UPDATE, or"
            + " write the rows as they are to be by INSERT OVERWRITE TABLE "
            + full
            + "; nothing was changed");
  }
}
