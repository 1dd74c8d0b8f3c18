package dev.cif.mapreduce.record;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** List that decodes an element each time it is asked for. Cannot be changed. */
final class LazyList extends AbstractList<Object> implements RandomAccess, FullyRead {
  private final int size;
  private final IntFunction<Object> elements;
  private boolean isWalked;

  LazyList(int size, IntFunction<Object> elements) {
    this.size = size;
    this.elements = elements;
    isWalked = size == 0;
  }

  @Override
  public Object get(int i) {
    isWalked |= i == size - 1;
    return elements.apply(Objects.checkIndex(i, size));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isWalked() {
    return isWalked;
  }
}
