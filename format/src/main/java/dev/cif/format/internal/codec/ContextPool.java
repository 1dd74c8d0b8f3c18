package dev.cif.format.internal.codec;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Pool of idle native contexts, which are expensive to make. Bounded, so that native memory does
 * not grow with the number of threads that have ever used a codec.
 */
final class ContextPool<T extends AutoCloseable> {
  private final Supplier<T> factory;
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private final int capacity = Math.max(2, Runtime.getRuntime().availableProcessors());

  ContextPool(Supplier<T> factory) {
    this.factory = factory;
  }

  /**
   * Takes a context, which belongs to the caller until it is given back. If it never is, it is just
   * not reused.
   */
  T take() {
    synchronized (idle) {
      T context = idle.pollLast();
      if (context != null) {
        return context;
      }
    }
    return factory.get();
  }

  void give(T context) {
    synchronized (idle) {
      if (idle.size() < capacity) {
        idle.addLast(context);
        return;
      }
    }
    try {
      context.close();
    } catch (Exception e) {
      throw new IllegalStateException("a codec's context cannot be closed", e);
    }
  }
}
