package dev.cif.hdfs;

import dev.cif.hdfs.DecisionCost.Case;
import dev.cif.hdfs.DecisionCost.Question;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Cases of {@link DecisionCost} for the NameNode: a writer's whole request for a block, of which
 * the policy's decision is one step. The other steps are the same under either policy: checking the
 * file, adding the block to it, and logging that. The network call and the wait for a disk are not
 * included.
 */
final class RequestCases {
  private final Random random = new Random(2);
  private final MadeUpNameNode nameNode;

  RequestCases(MadeUpNameNode nameNode) {
    this.nameNode = nameNode;
  }

  /** One file of each new split, and the blocks that it got. */
  private final class Files {
    final String[] paths;
    final long[] ids;
    final LocatedBlock[] blocks;

    Files(int file, DatanodeDescriptor... writers) throws Exception {
      paths = new String[writers.length];
      ids = new long[writers.length];
      blocks = new LocatedBlock[writers.length];
      for (int split = 0; split < writers.length; split++) {
        paths[split] = DecisionCases.split("requested", split) + "/" + file + "-c.col";
        ids[split] = nameNode.create(paths[split], writers[split]);
      }
    }

    LocatedBlock request(int split) throws Exception {
      blocks[split] = nameNode.request(paths[split], ids[split]);
      return blocks[split];
    }

    void abandon(int split) throws Exception {
      if (blocks[split] != null) {
        nameNode.abandon(paths[split], ids[split], blocks[split]);
        blocks[split] = null;
      }
    }
  }

  private static Set<DatanodeInfo> nodes(LocatedBlock block) {
    return new HashSet<>(Arrays.asList(block.getLocations()));
  }

  /**
   * Returns requests for the first block of new splits, and for the first block of their second
   * files.
   */
  List<Case> ofNewSplits(int splits) throws Exception {
    DatanodeDescriptor[] writers = new DatanodeDescriptor[splits];
    for (int split = 0; split < splits; split++) {
      writers[split] = nameNode.madeUp.nodes.get(random.nextInt(nameNode.madeUp.nodes.size()));
    }
    Files first = new Files(0, writers);
    Files second = new Files(1, writers);
    Question empty =
        (contender, split) -> {
          nameNode.use(contender.policy());
          first.abandon(split);
          second.abandon(split);
          return split;
        };
    Question begun =
        (contender, split) -> {
          empty.ask(contender, split);
          return first.request(split);
        };
    return List.of(
        new Case(
            "the whole request for a split's first block",
            splits,
            1,
            empty,
            false,
            (contender, split) -> first.request(split),
            (split, a) -> nodes((LocatedBlock) a).size() == MadeUpNameNode.REPLICATION),
        new Case(
            "the whole request for a further block",
            splits,
            1,
            begun,
            false,
            (contender, split) -> second.request(split),
            (split, a) -> nodes((LocatedBlock) a).equals(nodes(first.blocks[split]))));
  }
}
