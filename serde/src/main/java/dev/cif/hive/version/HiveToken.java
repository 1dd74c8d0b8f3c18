package dev.cif.hive.version;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.HiveParser;

/**
 * Types of nodes in Hive's syntax trees, by the names of the parser's constants. The numbers of
 * these differ between versions of Hive, and the compiler copies a constant's number.
 */
public enum HiveToken {
  DOT,
  KW_ANALYZE,
  KW_COLUMNS,
  TOK_ANALYZE,
  TOK_DEFAULT_VALUE,
  TOK_DELETE_FROM,
  TOK_DESTINATION,
  TOK_DIR,
  TOK_EXPLAIN,
  TOK_FROM,
  TOK_FUNCTION,
  TOK_FUNCTIONDI,
  TOK_FUNCTIONSTAR,
  TOK_INSERT,
  TOK_JOIN,
  TOK_MATCHED,
  TOK_MERGE,
  TOK_NOT_MATCHED,
  TOK_NULL,
  TOK_QUERY,
  TOK_RIGHTOUTERJOIN,
  TOK_SELECT,
  TOK_SUBQUERY_EXPR,
  TOK_TAB,
  TOK_TABCOLNAME,
  TOK_TABLE_OR_COL,
  TOK_TABREF,
  TOK_UPDATE,
  TOK_UPDATE_TABLE,
  TOK_WHERE,
  TOK_WINDOWSPEC,
  /** Any other node. */
  OTHER(-1);

  private static final Map<Integer, HiveToken> BY_TYPE =
      Stream.of(values()).collect(Collectors.toMap(HiveToken::type, Function.identity()));

  private final int type;

  HiveToken() {
    try {
      type = HiveParser.class.getField(name()).getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  HiveToken(int type) {
    this.type = type;
  }

  /** Returns the type of a node. */
  public static HiveToken of(ASTNode node) {
    return BY_TYPE.getOrDefault(node.getType(), OTHER);
  }

  /** Returns true if a node has this type. */
  public boolean is(ASTNode node) {
    return node.getType() == type;
  }

  /** Returns the first child of this type; null for none. */
  public ASTNode childOf(ASTNode node) {
    return (ASTNode) node.getFirstChildWithType(type);
  }

  /** Returns the parser's number. */
  public int type() {
    return type;
  }
}
