package dev.cif.demo.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LinkGraphTest {
  @Test
  void inlinks_agreeWithASearchOverAllLinks() {
    int pages = 60;
    Random random = new Random(11);
    LinkGraph graph = new LinkGraph(pages);
    List<TreeSet<Integer>> out = new ArrayList<>();
    for (int from = 0; from < pages; from++) {
      TreeSet<Integer> targets = new TreeSet<>();
      for (int k = random.nextInt(12); k > 0; k--) {
        targets.add(random.nextInt(pages));
      }
      out.add(targets);
      graph.link(from, targets.stream().mapToInt(Integer::intValue).toArray());
    }
    for (int page = 0; page < pages; page++) {
      List<Integer> expected = new ArrayList<>();
      for (int from = 0; from < pages; from++) {
        if (out.get(from).contains(page)) {
          expected.add(from);
        }
      }
      assertArrayEquals(
          expected.stream().mapToInt(Integer::intValue).toArray(), graph.inlinks(page));
    }
    assertEquals(out.stream().mapToLong(TreeSet::size).sum(), graph.links());
  }

  @Test
  void inlinks_followLinksAddedLater() {
    LinkGraph graph = new LinkGraph(2);
    assertArrayEquals(new int[0], graph.inlinks(1));
    graph.link(0, new int[] {1});
    assertArrayEquals(new int[] {0}, graph.inlinks(1));
  }

  @Test
  void discoverers_goBreadthFirstFromTheSeeds() {
    LinkGraph graph = new LinkGraph(6);
    graph.link(0, new int[] {2, 1});
    graph.link(1, new int[] {3, 0});
    graph.link(2, new int[] {3});
    graph.link(4, new int[] {5, 0});
    assertArrayEquals(
        new int[] {LinkGraph.NOBODY, 0, 0, 2, LinkGraph.NOBODY, LinkGraph.NOBODY},
        graph.discoverers(List.of(0)));
    assertArrayEquals(
        new int[] {LinkGraph.NOBODY, 0, 0, 2, LinkGraph.NOBODY, 4},
        graph.discoverers(List.of(0, 4)));
  }
}
