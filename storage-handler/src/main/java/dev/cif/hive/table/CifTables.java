package dev.cif.hive.table;

import dev.cif.hive.version.HiveToken;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.InvalidTableException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.session.SessionState;

/** Finds the tables of CIF that a statement names, and knows the class names that mark them. */
public final class CifTables {
  /** Name of the input format, which the metastore keeps of each table of CIF. */
  public static final String INPUT_FORMAT = "dev.cif.hive.CifInputFormat";

  /** Name of the storage handler, which the metastore keeps of tables {@code STORED BY} it. */
  public static final String STORAGE_HANDLER = "dev.cif.hive.CifStorageHandler";

  /** Name of the hook, which {@code hive.semantic.analyzer.hook} must hold. */
  public static final String HOOK = "dev.cif.hive.CifHook";

  /** Setting of a job whose tasks read whole split-directories. */
  public static final String WHOLE = "dev.cif.hive.whole-split-directories";

  private CifTables() {}

  /** Returns true if a table is one of CIF: Hive's own, or the storage handler's. */
  public static boolean isCif(Table table) {
    if (table.isView()) {
      return false;
    }
    return table.isNonNative()
        ? table.getStorageHandler().getClass().getName().equals(STORAGE_HANDLER)
        : INPUT_FORMAT.equals(table.getSd().getInputFormat());
  }

  /** Returns true if an input format is that of CIF; a plan may have none, which is null. */
  public static boolean isCif(Class<?> inputFormat) {
    return inputFormat != null && inputFormat.getName().equals(INPUT_FORMAT);
  }

  /** Returns the table that a statement names, if it is one of CIF; else null. */
  public static Table table(ASTNode name, HiveConf conf) throws SemanticException {
    Table table = anyTable(name, conf);
    return table != null && isCif(table) ? table : null;
  }

  /**
   * Returns the table or view that a statement names, whatever its format; null if there is none.
   */
  public static Table anyTable(ASTNode name, HiveConf conf) throws SemanticException {
    // The name alone, or behind that of its database.
    int last = Math.min(name.getChildCount(), 2) - 1;
    String database = last > 0 ? text(name, 0) : SessionState.get().getCurrentDatabase();
    try {
      return Hive.get(conf).getTable(database, text(name, last), false);
    } catch (InvalidTableException e) {
      return null;
    } catch (HiveException e) {
      throw new SemanticException(e);
    }
  }

  private static String text(ASTNode name, int part) {
    return BaseSemanticAnalyzer.unescapeIdentifier(name.getChild(part).getText());
  }

  /** Returns the statement that EXPLAIN explains; any other as it is. */
  public static ASTNode unexplained(ASTNode statement) {
    return HiveToken.TOK_EXPLAIN.is(statement) ? (ASTNode) statement.getChild(0) : statement;
  }
}
