package dev.cif.mapreduce;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A list that decodes an element when it is asked for, each time. Cannot be changed. */
final class LazyList extends AbstractList<Object> implements RandomAccess {
  private final int size;
  private final IntFunction<Object> elements;

  LazyList(int size, IntFunction<Object> elements) {
    this.size = size;
    this.elements = elements;
  }

  @Override
  public Object get(int i) {
    return elements.apply(Objects.checkIndex(i, size));
  }

  @Override
  public int size() {
    return size;
  }
}
