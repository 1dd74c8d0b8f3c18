package dev.cif.hive.scan;

import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.filter.ColumnParts;
import dev.cif.hive.version.HivePlans;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.FilterOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeFieldDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.OperatorDesc;
import org.apache.hadoop.hive.ql.plan.SelectDesc;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFIndex;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector.Category;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;

/**
 * Keys that a query looks up in its map columns: {@code m['a']} and nothing else of {@code m}. Hive
 * hands vectorised readers the columns of a query but not the keys, so they are taken from the
 * operators that first see the rows. A column is left out if it is used in any other way, or if it
 * passes an operator that is not understood here.
 */
final class WantedMapKeys {
  private final Map<String, Set<Step>> keys = new HashMap<>();
  private final Set<String> usedOtherwise = new HashSet<>();

  private WantedMapKeys() {}

  /**
   * Returns the keys by column, in lower case.
   *
   * @param work plan of a vectorised job; null for none
   */
  static Map<String, Set<Step>> of(MapWork work) {
    if (work == null || HivePlans.aliasToWork(work).size() != 1) {
      // Several scans may share a table, and it isn't known here which of them a reader serves.
      return Map.of();
    }
    WantedMapKeys wanted = new WantedMapKeys();
    for (Operator<? extends OperatorDesc> root : HivePlans.aliasToWork(work).values()) {
      if (!(root instanceof TableScanOperator) || !wanted.followAll(root)) {
        return Map.of();
      }
    }
    wanted.keys.keySet().removeAll(wanted.usedOtherwise);
    return wanted.keys;
  }

  private boolean followAll(Operator<? extends OperatorDesc> parent) {
    for (Operator<? extends OperatorDesc> child : parent.getChildOperators()) {
      if (!follow(child)) {
        return false;
      }
    }
    return !parent.getChildOperators().isEmpty();
  }

  /** Returns true if it is known which parts of the columns an operator and its successors read. */
  private boolean follow(Operator<? extends OperatorDesc> operator) {
    if (operator instanceof FilterOperator filter) {
      uses(filter.getConf().getPredicate());
      return followAll(operator);
    }
    // Vectorised or not, a projection is described alike.
    if (operator.getConf() instanceof SelectDesc select && !select.isSelStarNoCompute()) {
      // Later operators see only the results of these expressions.
      usesOfAll(select.getColList());
      return true;
    }
    return false;
  }

  private void usesOfAll(Collection<ExprNodeDesc> expressions) {
    if (expressions != null) {
      expressions.forEach(this::uses);
    }
  }

  private void uses(ExprNodeDesc expression) {
    if (expression instanceof ExprNodeColumnDesc column) {
      usedOtherwise.add(name(column));
    } else if (expression instanceof ExprNodeFieldDesc field) {
      uses(field.getDesc());
    } else if (!isLookUp(expression)) {
      usesOfAll(expression.getChildren());
    }
  }

  /** Notes the key of an expression {@code column[constant]}; returns true if it is one. */
  private boolean isLookUp(ExprNodeDesc expression) {
    if (!(expression instanceof ExprNodeGenericFuncDesc function)
        || !(function.getGenericUDF() instanceof GenericUDFIndex)) {
      return false;
    }
    List<ExprNodeDesc> operands = function.getChildren();
    if (operands.get(0).getTypeInfo().getCategory() != Category.MAP
        || !(operands.get(0) instanceof ExprNodeColumnDesc column)
        || !(operands.get(1) instanceof ExprNodeConstantDesc constant)) {
      return false;
    }
    Step key = ColumnParts.key((MapTypeInfo) column.getTypeInfo(), constant);
    if (key == null) {
      return false;
    }
    keys.computeIfAbsent(name(column), c -> new LinkedHashSet<>()).add(key);
    return true;
  }

  private static String name(ExprNodeColumnDesc column) {
    return CifSchema.foldCase(column.getColumn());
  }
}
