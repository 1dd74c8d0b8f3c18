package dev.cif.hive.version;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.QueryPlan;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.plan.MapJoinDesc;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/** Parts of Hive's types and plans that are asked for by {@link HiveGetter}. */
public final class HivePlans {
  private static final HiveGetter<StructTypeInfo, List<String>> FIELD_NAMES =
      HiveGetter.of(StructTypeInfo.class, "getAllStructFieldNames");
  private static final HiveGetter<StructTypeInfo, List<TypeInfo>> FIELD_TYPES =
      HiveGetter.of(StructTypeInfo.class, "getAllStructFieldTypeInfos");

  private HivePlans() {}

  /** Returns the names of a struct's fields. */
  public static List<String> fieldNames(StructTypeInfo struct) {
    return FIELD_NAMES.of(struct);
  }

  /** Returns the types of a struct's fields. */
  public static List<TypeInfo> fieldTypes(StructTypeInfo struct) {
    return FIELD_TYPES.of(struct);
  }

  /** Returns the first operators of a task, by the aliases of the tables that they scan. */
  public static Map<String, Operator<?>> aliasToWork(MapWork work) {
    return OfWork.ALIAS_TO_WORK.of(work);
  }

  /** Returns the aliases that read each folder. */
  public static Map<Path, List<String>> pathToAliases(MapWork work) {
    return OfWork.PATH_TO_ALIASES.of(work);
  }

  /** Returns the partition, or the whole table, of each folder. */
  public static Map<Path, PartitionDesc> pathToPartition(MapWork work) {
    return OfWork.PATH_TO_PARTITION.of(work);
  }

  /** Returns the first tasks of a query. */
  public static List<Task<?>> rootTasks(QueryPlan plan) {
    return OfQuery.ROOT_TASKS.of(plan);
  }

  /** Returns the name that the planner gave to a join's hash table; null for none. */
  public static String cacheKey(MapJoinDesc join) {
    return OfJoin.CACHE_KEY == null ? null : OfJoin.CACHE_KEY.of(join);
  }

  private static final class OfWork {
    static final HiveGetter<MapWork, Map<String, Operator<?>>> ALIAS_TO_WORK =
        HiveGetter.of(MapWork.class, "getAliasToWork");
    static final HiveGetter<MapWork, Map<Path, List<String>>> PATH_TO_ALIASES =
        HiveGetter.of(MapWork.class, "getPathToAliases");
    static final HiveGetter<MapWork, Map<Path, PartitionDesc>> PATH_TO_PARTITION =
        HiveGetter.of(MapWork.class, "getPathToPartitionInfo");
  }

  private static final class OfQuery {
    static final HiveGetter<QueryPlan, List<Task<?>>> ROOT_TASKS =
        HiveGetter.of(QueryPlan.class, "getRootTasks");
  }

  /** Hive 3.1 gives no names; its operators make them. */
  private static final class OfJoin {
    static final HiveGetter<MapJoinDesc, String> CACHE_KEY =
        HiveGetter.ofOptional(MapJoinDesc.class, "getCacheKey");
  }
}
