package dev.cif.hdfs;

import dev.cif.hdfs.DecisionCost.Case;
import dev.cif.hdfs.DecisionCost.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Creates the files for {@link DecisionCost}, and the questions about them. */
final class DecisionCases {
  /**
   * Fullest share of a node: nodes are filled evenly from 0 to this share, and one node of {@link
   * #FULL_EVERY} has no room at all.
   */
  static final double MOST_FULL = 0.8;

  static final int FULL_EVERY = 50;

  /** Factor by which a question of less than a microsecond is asked more often. */
  private static final int QUICK = 20;

  /** Preparation of a policy that is to remember nothing. */
  private static final Question FORGET = (contender, i) -> null;

  private final Random random = new Random(1);
  private final MadeUpNameNode nameNode;
  private final List<DatanodeDescriptor> nodes;
  private final BlockPlacementPolicyDefault placing;
  private int tables;

  DecisionCases(MadeUpNameNode nameNode) throws Exception {
    this.nameNode = nameNode;
    nodes = nameNode.madeUp.nodes;
    placing = nameNode.byDefault();
    for (int i = 0; i < nodes.size(); i++) {
      double share = i % FULL_EVERY == 0 ? 1 : MOST_FULL * random.nextDouble();
      MadeUpNodes.heartbeat(nodes.get(i), (long) (share * nodes.get(i).getCapacity()));
    }
  }

  /** Block of a file, with HDFS's record of it. */
  private record Asked(BlockInfo block, List<DatanodeStorageInfo> holders) {
    DatanodeInfo[] nodes() {
      return holders.stream()
          .map(DatanodeStorageInfo::getDatanodeDescriptor)
          .toArray(DatanodeInfo[]::new);
    }
  }

  private DatanodeDescriptor any() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  /** Returns a node that is none of these, and has room. */
  private DatanodeStorageInfo other(DatanodeStorageInfo... taken) {
    while (true) {
      DatanodeDescriptor node = any();
      DatanodeStorageInfo storage = node.getStorageInfos()[0];
      if (node.getRemaining() > 0 && !Arrays.asList(taken).contains(storage)) {
        return storage;
      }
    }
  }

  private DatanodeStorageInfo[] choose(
      BlockPlacementPolicyDefault policy, String path, DatanodeDescriptor writer) {
    return policy.chooseTarget(
        path,
        MadeUpNameNode.REPLICATION,
        writer,
        new ArrayList<>(),
        false,
        new HashSet<>(),
        MadeUpNameNode.BLOCK,
        MadeUpNameNode.HOT,
        null);
  }

  private Question choice(String[] paths, DatanodeDescriptor... writers) {
    return (contender, i) -> choose(contender.policy(), paths[i], writers[i]);
  }

  private static Set<DatanodeStorageInfo> set(Object targets) {
    return new HashSet<>(Arrays.asList((DatanodeStorageInfo[]) targets));
  }

  private static boolean isFull(Object targets) {
    return set(targets).size() == MadeUpNameNode.REPLICATION;
  }

  static String split(String table, int split) {
    return String.format("/warehouse/db.db/%s/d=%d/%06d_0", table, split / 1_000, split);
  }

  /** Returns cases with blocks of splits that are being written. */
  List<Case> ofNewSplits(int splits, int files) throws Exception {
    String[] firsts = new String[splits];
    String[] others = new String[splits * (files - 1)];
    String[] all = new String[splits * files];
    DatanodeDescriptor[] writers = new DatanodeDescriptor[splits];
    for (int split = 0; split < splits; split++) {
      writers[split] = any();
      for (int file = 0; file < files; file++) {
        String path = split("new", split) + "/" + file + "-c.col";
        nameNode.create(path);
        all[split * files + file] = path;
        if (file == 0) {
          firsts[split] = path;
        } else {
          others[split * (files - 1) + file - 1] = path;
        }
      }
    }
    Question first = choice(firsts, writers);
    DatanodeStorageInfo[][] seen = new DatanodeStorageInfo[splits][];
    Question remember =
        (contender, i) -> {
          if (i >= splits) {
            return 0;
          }
          seen[i] = (DatanodeStorageInfo[]) first.ask(contender, i);
          return seen[i];
        };
    // A split is written by one node, whose files are asked for one after the other.
    Question further =
        (contender, i) -> choose(contender.policy(), others[i], writers[i / (files - 1)]);
    Question whole = (contender, i) -> choose(contender.policy(), all[i], writers[i / files]);
    return List.of(
        new Case(
            "first block of a new split", splits, 1, FORGET, false, first, (i, a) -> isFull(a)),
        new Case(
            "further blocks of a split that is remembered",
            others.length,
            1,
            remember,
            false,
            further,
            (i, a) -> set(a).equals(set(seen[i / (files - 1)]))),
        new Case(
            "all blocks of a new split of " + files + " files",
            all.length,
            1,
            FORGET,
            false,
            whole,
            (i, a) -> isFull(a)));
  }

  /**
   * Returns cases with splits that were written before a restart of the NameNode, and are not
   * remembered.
   */
  List<Case> ofOldSplits(int splits, int files, int blocksOfFile) throws Exception {
    String table = "old" + tables++;
    String[] late = new String[splits];
    DatanodeDescriptor[] writers = new DatanodeDescriptor[splits];
    DatanodeStorageInfo[][] homes = new DatanodeStorageInfo[splits][];
    Asked[] tooMany = new Asked[splits];
    Asked[] elsewhere = new Asked[splits];
    Asked[] there = new Asked[splits];
    for (int split = 0; split < splits; split++) {
      String folder = split(table, split);
      DatanodeStorageInfo[] home = choose(placing, folder, any());
      homes[split] = home;
      for (int file = 0; file < files; file++) {
        String path = folder + "/" + file + "-c.col";
        nameNode.createClosed(path);
        for (int block = 0; block < blocksOfFile; block++) {
          DatanodeStorageInfo[] holders = home;
          if (block == 0 && file == 0) {
            holders = Arrays.copyOf(home, home.length + 1);
            holders[home.length] = other(home);
          } else if (block == 0 && file == 1) {
            holders = home.clone();
            holders[home.length - 1] = other(home);
          }
          Asked added = new Asked(nameNode.addBlock(path, holders), List.of(holders));
          if (block == 0) {
            tooMany[split] = file == 0 ? added : tooMany[split];
            elsewhere[split] = file == 1 ? added : elsewhere[split];
            there[split] = file == files / 2 ? added : there[split];
          }
        }
      }
      late[split] = folder + "/999-late.col";
      nameNode.create(late[split]);
      writers[split] = any();
    }
    String shape = " (" + files + " x " + blocksOfFile + ")";
    int passes = Math.max(1, 1_000 / splits);
    return List.of(
        new Case(
            "late column of a split to be counted" + shape,
            splits,
            passes,
            FORGET,
            false,
            choice(late, writers),
            (i, a) -> set(a).equals(set(homes[i]))),
        new Case(
            "replica to delete" + shape,
            splits,
            passes,
            null,
            true,
            deletion(tooMany),
            (i, a) -> a.equals(tooMany[i].holders().subList(MadeUpNameNode.REPLICATION, 4))),
        new Case(
            "is a block with its split? it is" + shape,
            splits,
            passes * QUICK,
            FORGET,
            true,
            verification(there),
            (i, a) -> ((BlockPlacementStatus) a).isPlacementPolicySatisfied()),
        new Case(
            "is a block with its split? it isn't" + shape,
            splits,
            passes,
            null,
            true,
            verification(elsewhere),
            (i, a) -> !((BlockPlacementStatus) a).isPlacementPolicySatisfied()));
  }

  private static Question deletion(Asked... asked) {
    return (contender, i) -> {
      contender.corrupt().get(asked[i].block());
      List<StorageType> types = new ArrayList<>(List.of(StorageType.DISK));
      List<DatanodeStorageInfo> holders = asked[i].holders();
      return contender
          .policy()
          .chooseReplicasToDelete(holders, holders, MadeUpNameNode.REPLICATION, types, null, null);
    };
  }

  private static Question verification(Asked... asked) {
    DatanodeInfo[][] holders =
        Arrays.stream(asked).map(Asked::nodes).toArray(DatanodeInfo[][]::new);
    return (contender, i) -> {
      contender.corrupt().get(asked[i].block());
      return contender.policy().verifyBlockPlacement(holders[i], MadeUpNameNode.REPLICATION);
    };
  }

  /** Returns cases with files that belong to no split. */
  List<Case> ofOtherFiles(int files) throws Exception {
    String[] paths = new String[files];
    DatanodeDescriptor[] writers = new DatanodeDescriptor[files];
    Asked[] there = new Asked[files];
    Asked[] tooMany = new Asked[files];
    for (int file = 0; file < files; file++) {
      writers[file] = any();
      paths[file] = String.format("/warehouse/db.db/text/d=%d/part-%05d", file / 100, file);
      nameNode.create(paths[file]);
      String old = paths[file] + ".old";
      DatanodeStorageInfo[] home = choose(placing, old, any());
      DatanodeStorageInfo[] more = Arrays.copyOf(home, home.length + 1);
      more[home.length] = other(home);
      nameNode.createClosed(old);
      there[file] = new Asked(nameNode.addBlock(old, home), List.of(home));
      tooMany[file] = new Asked(nameNode.addBlock(old, more), List.of(more));
    }
    return List.of(
        new Case(
            "a block of a file that is no split's",
            files,
            10,
            null,
            false,
            choice(paths, writers),
            (i, a) -> isFull(a)),
        new Case(
            "replica to delete of a file that is no split's",
            files,
            QUICK,
            null,
            true,
            deletion(tooMany),
            (i, a) -> ((List<?>) a).size() == 1),
        new Case(
            "is it well placed? a file that is no split's",
            files,
            QUICK,
            null,
            true,
            verification(there),
            (i, a) -> ((BlockPlacementStatus) a).isPlacementPolicySatisfied()));
  }
}
