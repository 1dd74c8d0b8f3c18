package dev.cif.format.internal.auto;

import dev.cif.format.internal.encoding.Ints;
import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.UnionVector;
import java.util.function.Consumer;

/** Node of class UNION. */
final class UnionNode extends Node {
  private static final int GROUP = 1024;

  private final Ints tags;
  private final Node[] branches;

  /** Number of values of each branch before each group of 1,024 values. */
  private final int[][] counts;

  private final long[] buffer;

  UnionNode(Input in, CifType type, int n, Presence presence, Context context) {
    super(type, n, presence, context);
    tags = ints(in, presence);
    branches = new Node[type.children().size()];
    int p = presence.present();
    buffer = new long[Math.min(p, GROUP)];
    counts = new int[(p + GROUP - 1) / GROUP][];
    int[] running = new int[branches.length];
    for (int g = 0; g < counts.length; g++) {
      counts[g] = running.clone();
      countTags(g, Math.min(GROUP, p - g * GROUP), running, in);
    }
    for (int b = 0; b < branches.length; b++) {
      branches[b] = Node.open(in, type.child(b), running[b], context);
    }
  }

  private void countTags(int group, int count, int[] running, Input in) {
    tags.read(group * GROUP, count, buffer, 0);
    for (int k = 0; k < count; k++) {
      long tag = buffer[k];
      if (tag < 0 || tag >= running.length) {
        throw in.corrupt("tag " + tag + " in a union of " + running.length + " branches");
      }
      running[(int) tag]++;
    }
  }

  /** Returns the number of values of each branch before the dense index. */
  private int[] countsBefore(int dense) {
    if (dense == 0) {
      return new int[branches.length];
    }
    int group = (dense - 1) / GROUP;
    int[] before = counts[group].clone();
    int rest = dense - group * GROUP;
    tags.read(group * GROUP, rest, buffer, 0);
    for (int k = 0; k < rest; k++) {
      before[(int) buffer[k]]++;
    }
    return before;
  }

  @Override
  void read(int from, int count, ColumnVector out) {
    UnionVector vector = (UnionVector) out;
    int first = presence.rank(from);
    int dense = presence.rank(from + count) - first;
    int[] start = countsBefore(first);
    int[] end = countsBefore(first + dense);
    int[] index = new int[branches.length];
    for (int b = 0; b < branches.length; b++) {
      index[b] = vector.branch(b).size();
      branches[b].read(start[b], end[b] - start[b], vector.branch(b));
    }
    int at = vector.addSlots(count);
    for (int done = 0; done < dense; done += GROUP) {
      int k = Math.min(GROUP, dense - done);
      tags.read(first + done, k, buffer, 0);
      for (int i = 0; i < k; i++) {
        int tag = (int) buffer[i];
        vector.tags[at + done + i] = tag;
        vector.indexes[at + done + i] = index[tag]++;
      }
    }
    presence.spread(
        from,
        count,
        vector,
        at,
        (a, b) -> {
          vector.tags[b] = vector.tags[a];
          vector.indexes[b] = vector.indexes[a];
        });
  }

  @Override
  int tagAt(int i) {
    return (int) tags.get(presence.rank(i));
  }

  @Override
  Value branchAt(int i) {
    int dense = presence.rank(i);
    int tag = (int) tags.get(dense);
    return branches[tag].value(countsBefore(dense)[tag]);
  }

  @Override
  void encodings(Consumer<String> to) {
    for (Node branch : branches) {
      branch.encodings(to);
    }
  }
}
