package dev.cif.mapreduce.record;

import java.util.AbstractList;
import java.util.RandomAccess;

/** Decoded list. Cannot be changed. */
final class DecodedList extends AbstractList<Object> implements RandomAccess, FullyRead {
  private final Object[] elements;
  private boolean isWalked;

  /**
   * Creates a list.
   *
   * @param elements elements; kept, not copied
   */
  DecodedList(Object[] elements) {
    this.elements = elements;
    isWalked = elements.length == 0;
  }

  @Override
  public Object get(int i) {
    isWalked |= i == elements.length - 1;
    return elements[i];
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public boolean isWalked() {
    return isWalked;
  }
}
