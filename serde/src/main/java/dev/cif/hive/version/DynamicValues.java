package dev.cif.hive.version;

/** Values of a filter that another task of the query computes. */
public final class DynamicValues {
  private static final String NOT_YET = "NoDynamicValuesException";

  private DynamicValues() {}

  /**
   * Returns true if Hive throws an exception because the task that computes a value has not ended.
   * Its class is in another package in each version of Hive.
   */
  public static boolean isNotYet(RuntimeException e) {
    return e.getClass().getSimpleName().equals(NOT_YET);
  }
}
