package dev.cif.hive.check;

import dev.cif.hive.table.CifTables;
import dev.cif.hive.version.HiveToken;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Refuses DELETE and MERGE, which CIF does not have. Hive would refuse them as well, and send the
 * user to another transaction manager, with which it refuses them again.
 */
public final class DeleteCheck {
  private DeleteCheck() {}

  public static void check(ASTNode tree, HiveConf conf) throws SemanticException {
    ASTNode statement = CifTables.unexplained(tree);
    switch (HiveToken.of(statement)) {
      case TOK_DELETE_FROM ->
          refuse("DELETE FROM", (ASTNode) statement.getChild(0), "the rows that stay", conf);
      case TOK_MERGE ->
          refuse(
              "MERGE INTO",
              (ASTNode) HiveToken.TOK_TABREF.childOf(statement).getChild(0),
              "the rows as they are to be",
              conf);
      default -> {}
    }
  }

  private static void refuse(String statement, ASTNode name, String rows, HiveConf conf)
      throws SemanticException {
    Table table = CifTables.table(name, conf);
    if (table == null) {
      return;
    }
    String full = table.getFullyQualifiedName();
    throw new SemanticException(
        statement
            + " "
            + full
            + ": CIF has no such statement; write "
            + rows
            + " by INSERT OVERWRITE TABLE "
            + full
            + (table.isPartitioned()
                ? ", or remove partitions by ALTER TABLE ... DROP PARTITION"
                : "")
            + "; nothing was changed");
  }
}
