package dev.cif.format.internal.sort;

import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;

/** Merge of several sorted streams. Rows of equal keys come in the order of their streams. */
final class MergedRows implements RowStream {
  private record Head(RowStream rows, int number) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      int order = RowStream.compare(rows, other.rows);
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  private final PriorityQueue<Head> heads = new PriorityQueue<>();
  private Head current;

  MergedRows(List<RowStream> streams) throws IOException {
    for (int i = 0; i < streams.size(); i++) {
      put(new Head(streams.get(i), i));
    }
  }

  private void put(Head head) throws IOException {
    if (head.rows.next()) {
      heads.add(head);
    }
  }

  @Override
  public boolean next() throws IOException {
    if (current != null) {
      put(current);
    }
    current = heads.poll();
    return current != null;
  }

  @Override
  public byte[] array() {
    return current.rows.array();
  }

  @Override
  public int start() {
    return current.rows.start();
  }

  @Override
  public int keyLength() {
    return current.rows.keyLength();
  }

  @Override
  public int length() {
    return current.rows.length();
  }
}
