package dev.cif.hive.version;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Getter of a class of Hive that exists in all versions, but whose declared type does not: Hive 4
 * returns {@code List} where 3.1 returns {@code ArrayList}. A call that is compiled against one
 * version fails in the other.
 *
 * @param <T> class of Hive
 * @param <R> type that the caller needs, a supertype of the declared type in each version
 */
public final class HiveGetter<T, R> {
  private static final MethodType ERASED = MethodType.methodType(Object.class, Object.class);

  private final MethodHandle getter;

  private HiveGetter(MethodHandle getter) {
    this.getter = getter;
  }

  /**
   * Finds a public getter.
   *
   * @throws IllegalStateException if the class has none of that name, in this version of Hive
   */
  public static <T, R> HiveGetter<T, R> of(Class<? super T> owner, String name) {
    try {
      return new HiveGetter<>(
          MethodHandles.publicLookup().unreflect(owner.getMethod(name)).asType(ERASED));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          owner.getName() + " of Hive " + HiveFeatures.version() + " has no public " + name, e);
    }
  }

  /** Finds a public getter; null if the class has none of that name, in this version of Hive. */
  public static <T, R> HiveGetter<T, R> ofOptional(Class<? super T> owner, String name) {
    boolean exists = Arrays.stream(owner.getMethods()).anyMatch(m -> m.getName().equals(name));
    return exists ? of(owner, name) : null;
  }

  /** Calls the getter. Its result is of the type that the creator of this object named. */
  @SuppressWarnings("unchecked")
  public R of(T object) {
    try {
      return (R) getter.invokeExact((Object) object);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
