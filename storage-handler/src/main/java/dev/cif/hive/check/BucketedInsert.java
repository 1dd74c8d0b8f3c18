package dev.cif.hive.check;

import dev.cif.hive.table.CifTables;
import dev.cif.hive.version.HiveSettings;
import dev.cif.hive.version.HiveToken;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.parse.ParseUtils;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Has Hive plan an INSERT into a bucketed table from CIF tables with a shuffle. Between tables of
 * equal buckets it would do without, file by file, and refuses a bucket that is a folder.
 */
public final class BucketedInsert {
  private BucketedInsert() {}

  /**
   * Looks at a statement before it is analysed.
   *
   * @param conf of the statement alone
   */
  public static void plan(ASTNode statement, HiveConf conf) throws SemanticException {
    if (!conf.getBoolean(HiveSettings.BUCKETING_SORTING, true)) {
      return;
    }
    for (Table target : tables(statement, HiveToken.TOK_TAB, conf)) {
      if (target.getNumBuckets() > 0 && readsCif(statement, conf)) {
        conf.setBoolean(HiveSettings.BUCKETING_SORTING, false);
      }
    }
  }

  private static boolean readsCif(ASTNode query, HiveConf conf) throws SemanticException {
    for (Table source : tables(query, HiveToken.TOK_TABREF, conf)) {
      if (source.isView() ? readsCif(parse(source, conf), conf) : CifTables.isCif(source)) {
        return true;
      }
    }
    return false;
  }

  private static ASTNode parse(Table view, HiveConf conf) throws SemanticException {
    try {
      return ParseUtils.parse(view.getViewExpandedText(), new Context(conf));
    } catch (ParseException e) {
      throw new SemanticException(e);
    }
  }

  /** The tables that nodes of a type name; names that the statement itself defines are none. */
  private static List<Table> tables(ASTNode statement, HiveToken type, HiveConf conf)
      throws SemanticException {
    List<Table> tables = new ArrayList<>();
    List<ASTNode> nodes = new ArrayList<>(List.of(statement));
    for (int i = 0; i < nodes.size(); i++) {
      ASTNode node = nodes.get(i);
      for (int j = 0; j < node.getChildCount(); j++) {
        nodes.add((ASTNode) node.getChild(j));
      }
      if (type.is(node)) {
        Table table = CifTables.anyTable((ASTNode) node.getChild(0), conf);
        if (table != null) {
          tables.add(table);
        }
      }
    }
    return tables;
  }
}
