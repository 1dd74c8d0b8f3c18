package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.hdfs.cluster.OnCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes with the policy, of a namespace each, on the same DataNodes. */
@OnCluster
@Tag("nightly")
class FederationTest {
  private static final int NAMESPACES = 2;
  private static final int BUCKETS = 4;

  @TempDir java.nio.file.Path folder;

  @Test
  void eachNamespaceKeepsItsSplitsTogether_andAGroupIsOnTheSameNodesInBoth() throws Exception {
    try (Racks racks = Racks.startFederated(folder)) {
      WriteOptions options = WriteOptions.DEFAULT.withGroup("orders");
      List<Path> all = new ArrayList<>();
      for (int namespace = 0; namespace < NAMESPACES; namespace++) {
        racks.turnTo(namespace);
        all = racks.writeSplits(new Path("/table"), 2);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
          racks.writeSplit(bucket(bucket), options.ofPart(bucket));
          racks.awaitReplicas(bucket(bucket), Racks.REPLICATION);
          all.add(bucket(bucket));
        }
      }
      List<Set<String>> before = buckets(racks, 0);
      assertEquals(before, buckets(racks, 1));
      assertTrue(new HashSet<>(before).size() > 1, "buckets are spread: " + before);

      String dead = before.get(0).iterator().next();
      racks.kill(dead);
      for (int namespace = 0; namespace < NAMESPACES; namespace++) {
        racks.turnTo(namespace);
        for (Path split : all) {
          racks.awaitTogether(split, Racks.REPLICATION);
          Set<String> nodes = racks.together(split);
          racks.addColumn(split);
          assertEquals(nodes, racks.together(split));
        }
      }
      assertEquals(buckets(racks, 0), buckets(racks, 1));
    }
  }

  private static Path bucket(int bucket) {
    return new Path("/orders/" + bucket);
  }

  private static List<Set<String>> buckets(Racks racks, int namespace) throws Exception {
    racks.turnTo(namespace);
    List<Set<String>> nodes = new ArrayList<>();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      nodes.add(racks.together(bucket(bucket)));
    }
    return nodes;
  }
}
