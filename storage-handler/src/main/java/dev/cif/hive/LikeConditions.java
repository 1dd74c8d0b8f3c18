package dev.cif.hive;

import dev.cif.format.CifType;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.UDFLike;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBridge;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPAnd;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPOr;

/**
 * What a query's filter says by LIKE, which search arguments leave out. Every row that Hive keeps
 * satisfies it.
 */
final class LikeConditions {
  private final Function<String, CifType> types;

  private LikeConditions(Function<String, CifType> types) {
    this.types = types;
  }

  /** The conditions of a filter, null for none, on columns whose type is known. */
  static Predicate of(ExprNodeDesc filter, Function<String, CifType> types) {
    return new LikeConditions(types).node(filter);
  }

  private Predicate node(ExprNodeDesc node) {
    if (!(node instanceof ExprNodeGenericFuncDesc call)) {
      return Predicate.unknown();
    }
    GenericUDF function = call.getGenericUDF();
    if (function instanceof GenericUDFOPAnd) {
      return Predicate.and(call.getChildren().stream().map(this::node).toList());
    }
    if (function instanceof GenericUDFOPOr) {
      return Predicate.or(call.getChildren().stream().map(this::node).toList());
    }
    boolean isLike =
        function instanceof GenericUDFBridge bridge
            && UDFLike.class.getName().equals(bridge.getUdfClassName());
    return isLike ? like(call.getChildren()) : Predicate.unknown();
  }

  private Predicate like(List<ExprNodeDesc> arguments) {
    if (arguments.size() == 2
        && arguments.get(0) instanceof ExprNodeColumnDesc column
        && arguments.get(1) instanceof ExprNodeConstantDesc constant
        && constant.getValue() instanceof String pattern
        && isText(types.apply(column.getColumn()))
        && isPlain(pattern)) {
      return Predicate.like(ColumnPath.of(column.getColumn()), pattern);
    }
    return Predicate.unknown();
  }

  private static boolean isText(CifType type) {
    return type != null
        && (type.kind() == CifType.Kind.STRING || type.kind() == CifType.Kind.VARCHAR);
  }

  /**
   * Whether the pattern means the same to Hive as here, whatever the text: Hive's backslash is its
   * own, and bytes that are no UTF-8 are one character to it, U+FFFD.
   */
  private static boolean isPlain(String pattern) {
    return pattern.chars().noneMatch(c -> c == '\\' || c == '_' || c == '\uFFFD');
  }
}
