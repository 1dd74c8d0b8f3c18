package dev.cif.demo.crawl;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Links between pages, with pages as numbers. A link takes about four bytes each way, so that
 * millions of links fit into memory where their URLs would not. Threads may add the links of
 * different pages at once, before the first query; otherwise not thread-safe.
 */
final class LinkGraph {
  /** Value of {@link #discoverers} for a page that no link led to. */
  static final int NOBODY = -1;

  private final int[][] out;
  private int[][] in;

  LinkGraph(int pages) {
    out = new int[pages][0];
  }

  /** Sets the pages that {@code from} links to, each once, in page order. */
  void link(int from, int[] targets) {
    out[from] = targets;
    in = null;
  }

  /** Returns the pages that link to this one, in ascending order; the caller must not change it. */
  int[] inlinks(int page) {
    if (in == null) {
      in = invert();
    }
    return in[page];
  }

  /** Returns the number of links. */
  long links() {
    long sum = 0;
    for (int[] targets : out) {
      sum += targets.length;
    }
    return sum;
  }

  private int[][] invert() {
    int[] count = new int[out.length];
    for (int[] targets : out) {
      for (int target : targets) {
        count[target]++;
      }
    }
    int[][] inverted = new int[out.length][];
    Arrays.setAll(inverted, page -> new int[count[page]]);
    Arrays.fill(count, 0);
    for (int from = 0; from < out.length; from++) {
      for (int target : out[from]) {
        inverted[target][count[target]++] = from;
      }
    }
    return inverted;
  }

  /**
   * Walks the links breadth first from the seeds, as a crawler does. Returns for each page the page
   * that led there first; {@link #NOBODY} for seeds and for pages that no link leads to.
   */
  int[] discoverers(List<Integer> seeds) {
    int[] first = new int[out.length];
    Arrays.fill(first, NOBODY);
    boolean[] seen = new boolean[out.length];
    Deque<Integer> frontier = new ArrayDeque<>();
    for (int seed : seeds) {
      seen[seed] = true;
      frontier.add(seed);
    }
    while (!frontier.isEmpty()) {
      int from = frontier.remove();
      for (int target : out[from]) {
        if (!seen[target]) {
          seen[target] = true;
          first[target] = from;
          frontier.add(target);
        }
      }
    }
    return first;
  }
}
