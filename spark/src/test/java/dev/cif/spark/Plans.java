package dev.cif.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;

/** Texts and counts of Spark's plans. Collections of Scala have other types in Spark 4. */
final class Plans {
  private Plans() {}

  /** Returns the text of the plan that is run. */
  static String text(Dataset<?> query) {
    return plan(query).toString();
  }

  private static SparkPlan plan(Dataset<?> query) {
    try {
      // Spark 4 has the method in a class below Dataset.
      Object execution = query.getClass().getMethod("queryExecution").invoke(query);
      return (SparkPlan) execution.getClass().getMethod("executedPlan").invoke(execution);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a query, and returns one of its scan's counts; of a plan with one scan. */
  static long count(Dataset<?> query, String name) {
    SparkPlan plan = plan(query);
    plan.executeCollectPublic();
    try {
      Object leaves = SparkPlan.class.getMethod("collectLeaves").invoke(plan);
      SparkPlan leaf = (SparkPlan) ((scala.collection.Iterable<?>) leaves).iterator().next();
      SQLMetric metric = leaf.metrics().get(name).get();
      return metric.value();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
