package dev.cif.hive.scan;

import dev.cif.format.scan.JoinKeys;
import dev.cif.format.schema.CifType;
import dev.cif.hive.version.HivePlans;
import dev.cif.hive.version.HiveSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hadoop.hive.ql.exec.JoinUtil.JoinResult;
import org.apache.hadoop.hive.ql.exec.MapJoinOperator;
import org.apache.hadoop.hive.ql.exec.ObjectCache;
import org.apache.hadoop.hive.ql.exec.ObjectCacheFactory;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.exec.persistence.MapJoinTableContainer;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinBytesHashMap;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinBytesHashMultiSet;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinBytesHashSet;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinHashMapResult;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinHashMultiSetResult;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinHashSetResult;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinHashTable;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinLongHashMap;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinLongHashMultiSet;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinLongHashSet;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.hashtable.VectorMapJoinTableContainer;
import org.apache.hadoop.hive.ql.exec.vector.mapjoin.optimized.VectorMapJoinOptimizedCreateHashTable;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDescUtils;
import org.apache.hadoop.hive.ql.plan.FilterDesc;
import org.apache.hadoop.hive.ql.plan.JoinCondDesc;
import org.apache.hadoop.hive.ql.plan.JoinDesc;
import org.apache.hadoop.hive.ql.plan.MapJoinDesc;
import org.apache.hadoop.hive.ql.plan.SelectDesc;
import org.apache.hadoop.hive.ql.plan.VectorMapJoinDesc;
import org.apache.hadoop.hive.ql.plan.VectorMapJoinDesc.HashTableImplementationType;
import org.apache.hadoop.hive.ql.plan.VectorMapJoinDesc.HashTableKeyType;

/**
 * Hash tables of map joins that a task's rows will meet, as filters of its scan. A row whose key an
 * inner or semi join lacks need not be read (Hive's probe decode, which Hive itself supports for
 * LLAP only). Keys are single columns of integers, dates or booleans, of vectorised joins on Tez.
 */
final class MapJoinKeys {
  /** Keys of one join, with the table's column that is looked up among them. */
  record Join(String column, JoinKeys keys) {
    /** Returns true if Hive looks up the values of the column's type unchanged, byte for byte. */
    boolean fits(CifType type) {
      boolean isPadded = type.kind() == CifType.Kind.CHAR;
      return keys.fit(type) && !isPadded;
    }
  }

  private static final int LONGEST_CHAIN = 64;

  private final Configuration job;
  private final List<Join> joins = new ArrayList<>();

  /** Columns of the operator's input that are the table's own, by their names; null for all. */
  private Map<String, String> columns;

  private MapJoinKeys(Configuration job) {
    this.job = job;
  }

  /** Returns the joins of a task; their tables are loaded as soon as its first row is asked for. */
  static List<Join> of(Configuration job) throws IOException {
    TableScanOperator scan = TaskPlan.scan(job);
    // MapReduce has no cache of hash tables.
    if (scan == null
        || HiveConf.getVar(job, ConfVars.HIVE_EXECUTION_ENGINE).equals("mr")
        || !job.getBoolean(HiveSettings.PROBE_DECODE, true)) {
      return List.of();
    }
    MapJoinKeys keys = new MapJoinKeys(job);
    try {
      keys.follow(scan);
    } catch (HiveException e) {
      throw new IOException(e);
    }
    return keys.joins;
  }

  /**
   * Follows the operators as long as there is one path, and no operator can notice missing rows.
   */
  private void follow(TableScanOperator scan) throws HiveException {
    Operator<?> at = scan;
    for (int i = 0; i < LONGEST_CHAIN && at.getNumChild() == 1; i++) {
      Operator<?> next = at.getChildOperators().get(0);
      if (next.getConf() instanceof FilterDesc filter) {
        if (!ExprNodeDescUtils.isDeterministic(filter.getPredicate())) {
          return;
        }
      } else if (next.getConf() instanceof SelectDesc select) {
        if (!pass(select)) {
          return;
        }
      } else if (!(next instanceof MapJoinOperator join) || !pass(join)) {
        return;
      }
      at = next;
    }
  }

  /**
   * Returns the table's column that an expression on the operator's input refers to; null for none.
   */
  private String column(ExprNodeDesc expression) {
    if (!(expression instanceof ExprNodeColumnDesc column)) {
      return null;
    }
    return columns == null ? column.getColumn() : columns.get(column.getColumn());
  }

  private boolean pass(SelectDesc select) {
    if (!TaskPlan.isPure(select)) {
      return false;
    }
    if (!select.isSelStarNoCompute()) {
      columns = renamed(select.getColList(), select.getOutputColumnNames(), 0);
    }
    return true;
  }

  /** Returns the columns after an operator that outputs the expressions as {@code names}. */
  private Map<String, String> renamed(List<ExprNodeDesc> expressions, List<String> names, int at) {
    Map<String, String> renamed = new HashMap<>();
    for (int i = 0; i < expressions.size() && at + i < names.size(); i++) {
      String column = column(expressions.get(i));
      if (column != null) {
        renamed.put(names.get(at + i), column);
      }
    }
    return renamed;
  }

  private boolean pass(MapJoinOperator operator) throws HiveException {
    MapJoinDesc join = operator.getConf();
    Byte[] order = join.getTagOrder();
    byte big = (byte) join.getPosBigTable();
    if (order.length != 2 || !isInner(join)) {
      return false;
    }
    byte small = order[0] == big ? order[1] : order[0];
    List<ExprNodeDesc> keys = join.getKeys().get(big);
    String column = keys.size() == 1 ? column(keys.get(0)) : null;
    JoinKeys known = column == null ? null : keys(operator, small);
    if (known != null) {
      joins.add(new Join(column, known));
    }
    int before = order[0] == big ? 0 : join.getRetainList().get(small).size();
    List<ExprNodeDesc> retained = new ArrayList<>();
    for (int i : join.getRetainList().get(big)) {
      retained.add(join.getExprs().get(big).get(i));
    }
    columns = renamed(retained, join.getOutputColumnNames(), before);
    return true;
  }

  /** Returns true if the join drops the big table's rows without a match; NULL has none. */
  private static boolean isInner(MapJoinDesc join) {
    for (JoinCondDesc condition : join.getConds()) {
      boolean keepsMatches =
          condition.getType() == JoinDesc.INNER_JOIN
              || (condition.getType() == JoinDesc.LEFT_SEMI_JOIN && join.getPosBigTable() == 0);
      if (!keepsMatches) {
        return false;
      }
    }
    boolean[] nullSafe = join.getNullSafes();
    for (int i = 0; nullSafe != null && i < nullSafe.length; i++) {
      if (nullSafe[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the keys that a join has loaded; null if they can't be looked up. */
  private JoinKeys keys(MapJoinOperator operator, byte small) throws HiveException {
    MapJoinDesc join = operator.getConf();
    boolean isShared = !join.isBucketMapJoin() && !join.isDynamicPartitionHashJoin();
    // Keys of several columns, or of other types, are serialized.
    if (!isShared
        || !(join.getVectorDesc() instanceof VectorMapJoinDesc vectorised)
        || vectorised.getHashTableKeyType() == HashTableKeyType.MULTI_KEY) {
      return null;
    }
    ObjectCache cache = ObjectCacheFactory.getCache(job, HiveSettings.queryId(job), false);
    // The name is MapJoinOperator's.
    String planned = HivePlans.cacheKey(join);
    String key =
        planned == null
            ? "HASH_MAP_" + operator.getOperatorId() + "_container"
            : planned + "_" + operator.getClass().getName();
    Pair<MapJoinTableContainer[], ?> loaded = cache == null ? null : cache.retrieve(key);
    MapJoinTableContainer table = loaded == null ? null : loaded.getLeft()[small];
    if (table == null || table.hasSpill()) {
      return null;
    }
    if (vectorised.getHashTableImplementationType() == HashTableImplementationType.OPTIMIZED) {
      return keys(VectorMapJoinOptimizedCreateHashTable.createHashTable(join, table));
    }
    return table instanceof VectorMapJoinTableContainer fast
        ? keys(fast.vectorMapJoinHashTable())
        : null;
  }

  private static JoinKeys keys(VectorMapJoinHashTable table) {
    if (table instanceof VectorMapJoinLongHashMap map) {
      VectorMapJoinHashMapResult result = map.createHashMapResult();
      return JoinKeys.ofIntegers(key -> isThere(map.lookup(key, result)));
    }
    if (table instanceof VectorMapJoinLongHashMultiSet multiSet) {
      VectorMapJoinHashMultiSetResult result = multiSet.createHashMultiSetResult();
      return JoinKeys.ofIntegers(key -> isThere(multiSet.contains(key, result)));
    }
    if (table instanceof VectorMapJoinLongHashSet set) {
      VectorMapJoinHashSetResult result = set.createHashSetResult();
      return JoinKeys.ofIntegers(key -> isThere(set.contains(key, result)));
    }
    if (table instanceof VectorMapJoinBytesHashMap map) {
      VectorMapJoinHashMapResult result = map.createHashMapResult();
      return JoinKeys.ofTexts((data, at, length) -> isThere(map.lookup(data, at, length, result)));
    }
    if (table instanceof VectorMapJoinBytesHashMultiSet multiSet) {
      VectorMapJoinHashMultiSetResult result = multiSet.createHashMultiSetResult();
      return JoinKeys.ofTexts(
          (data, at, length) -> isThere(multiSet.contains(data, at, length, result)));
    }
    if (table instanceof VectorMapJoinBytesHashSet set) {
      VectorMapJoinHashSetResult result = set.createHashSetResult();
      return JoinKeys.ofTexts(
          (data, at, length) -> isThere(set.contains(data, at, length, result)));
    }
    return null;
  }

  /**
   * Returns true unless the key is missing for sure: keys that have spilled to disk may be there.
   */
  private static boolean isThere(JoinResult result) {
    return result != JoinResult.NOMATCH;
  }
}
