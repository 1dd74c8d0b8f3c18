package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hdfs.cluster.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.junit.jupiter.api.Test;

/**
 * Splits whose columns have storage policies, with replicas on any nodes that have such storage.
 * HDFS's steps are modelled: a block is copied to one node that it lacks, and a replica that is too
 * many is deleted.
 */
class TierStepsTest {
  private static final int SPLITS = 100;
  private static final int NODES = 9;
  private static final int RACKS = 3;

  /** HDFS puts no more of three replicas on a rack, if there are several. */
  private static final int PER_RACK = 2;

  private static final int BLOCKS = 12;
  private static final int REPLICATION = 3;
  private static final int MAX_STEPS = 50 * BLOCKS * REPLICATION;
  private static final List<StorageType> TYPES =
      List.of(StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);
  private static final BlockStoragePolicySuite POLICIES =
      BlockStoragePolicySuite.createDefaultSuite();

  private final Random random = new Random(Seed.value());

  /** Each has one type of storage, in turn, and perhaps others. */
  private List<DatanodeDescriptor> nodes() {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      DatanodeDescriptor node =
          BlockManagerTestUtil.getDatanodeDescriptor(
              "1.2.3." + i, "/" + i % RACKS, storage(TYPES.get(i / RACKS)), "n" + i);
      for (StorageType type : TYPES) {
        if (!node.hasStorageType(type) && random.nextBoolean()) {
          BlockManagerTestUtil.updateStorage(node, storage(type));
        }
      }
      nodes.add(node);
    }
    return nodes;
  }

  private static DatanodeStorage storage(StorageType type) {
    return new DatanodeStorage("any " + type, DatanodeStorage.State.NORMAL, type);
  }

  /** A block on any nodes that have such storage. */
  private Replicas block(List<DatanodeDescriptor> nodes, BlockStoragePolicy policy) {
    List<DatanodeDescriptor> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, random);
    List<StorageType> types = policy.chooseStorageTypes((short) REPLICATION);
    Home any =
        Home.choose(
            types,
            type -> shuffled.stream().filter(node -> node.hasStorageType(type)).toList(),
            PER_RACK);
    return new Replicas(new LinkedHashMap<>(any.nodes()), policy);
  }

  private static SplitBlocks count(List<Replicas> blocks) {
    SplitBlocks split = new SplitBlocks(1);
    blocks.forEach(block -> block.on().forEach((node, type) -> split.add(node, type, 1)));
    split.changeTier();
    return split;
  }

  private static Home home(List<Replicas> blocks, Replicas block) {
    return count(blocks).home(block.types(REPLICATION), PER_RACK);
  }

  /** Copies a block to one node that it lacks, and deletes what is too many. */
  private void step(List<Replicas> blocks, Replicas block) {
    var lacking = List.copyOf(block.lacking(home(blocks, block), (node, type) -> true).entrySet());
    var added = lacking.get(random.nextInt(lacking.size()));
    block.on().put(added.getKey(), added.getValue());
    List<StorageType> excess =
        block.policy().chooseExcess((short) REPLICATION, block.on().values());
    List<StorageType> kept = Replicas.kept(block.on().values(), REPLICATION, excess);
    SplitBlocks split = count(blocks);
    ExcessOrder order =
        new ExcessOrder(split.ranked(kept, PER_RACK), split.first(kept, PER_RACK), Long.MIN_VALUE);
    block.on().entrySet().stream()
        .filter(replica -> excess.contains(replica.getValue()) && !isLast(block, replica.getKey()))
        .map(replica -> storage(replica.getKey(), replica.getValue()))
        .min(order)
        .ifPresent(deleted -> block.on().remove(deleted.getDatanodeDescriptor()));
    assertEquals(REPLICATION, block.on().size());
  }

  /** Returns true for the last replica on one of two racks, which HDFS keeps. */
  private static boolean isLast(Replicas block, DatanodeDescriptor node) {
    List<String> racks =
        block.on().keySet().stream().map(DatanodeDescriptor::getNetworkLocation).toList();
    return Set.copyOf(racks).size() == 2
        && Collections.frequency(racks, node.getNetworkLocation()) == 1;
  }

  private static DatanodeStorageInfo storage(DatanodeDescriptor node, StorageType type) {
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() == type) {
        return storage;
      }
    }
    throw new AssertionError(node + " has no " + type);
  }

  @Test
  void mending_ofColumnsOnAnyTiers_comesToAnEnd_withEachTierOnTheSameNodes() {
    int mended = 0;
    for (int i = 0; i < SPLITS; i++) {
      List<DatanodeDescriptor> nodes = nodes();
      List<Replicas> blocks = new ArrayList<>();
      for (int j = 0; j < BLOCKS; j++) {
        String policy = List.of("HOT", "ALL_SSD", "ONE_SSD", "WARM", "COLD").get(random.nextInt(5));
        Replicas block = block(nodes, POLICIES.getPolicy(policy));
        if (block.on().size() == REPLICATION) {
          blocks.add(block);
        }
      }
      int steps = 0;
      List<Replicas> apart = apart(blocks);
      while (!apart.isEmpty()) {
        assertTrue(steps++ < MAX_STEPS, "it goes on for ever: " + blocks);
        step(blocks, apart.get(random.nextInt(apart.size())));
        apart = apart(blocks);
      }
      mended += steps;
      for (Replicas block : blocks) {
        List<StorageType> types = block.policy().chooseStorageTypes((short) REPLICATION);
        if (types.stream().distinct().count() == 1) {
          assertEquals(home(blocks, block).nodes(), block.on());
        }
      }
    }
    assertTrue(mended > SPLITS, "there was something to mend");
  }

  private static DatanodeDescriptor node(String name, String rack, StorageType type) {
    return BlockManagerTestUtil.getDatanodeDescriptor(name, rack, storage(type), name);
  }

  /** A copy to the first of two racks alone would have HDFS leave the second its replica. */
  @Test
  void lacking_ofOneType_isAllOfHome_whateverTheRacks() {
    for (StorageType type : TYPES) {
      DatanodeDescriptor both = node("1.2.3.1", "/a", type);
      DatanodeDescriptor lacks = node("1.2.3.2", "/b", type);
      DatanodeDescriptor lacksToo = node("1.2.3.3", "/a", type);
      Map<DatanodeDescriptor, StorageType> on = new LinkedHashMap<>();
      on.put(both, type);
      on.put(node("1.2.3.4", "/a", type), type);
      on.put(node("1.2.3.5", "/b", type), type);
      Map<DatanodeDescriptor, StorageType> places = new LinkedHashMap<>();
      places.put(both, type);
      places.put(lacks, type);
      places.put(lacksToo, type);
      Replicas block = new Replicas(on, POLICIES.getPolicy("HOT"));
      Home home = new Home(places, REPLICATION);
      assertEquals(
          Map.of(lacks, type, lacksToo, type), block.lacking(home, (node, wanted) -> true));
      assertEquals(
          Map.of(lacksToo, type), block.lacking(home, (node, wanted) -> !node.equals(lacks)));
    }
  }

  @Test
  void lacking_ofSeveralTypes_isNothing() {
    DatanodeDescriptor ssd = node("1.2.3.1", "/a", StorageType.SSD);
    DatanodeDescriptor disk = node("1.2.3.2", "/b", StorageType.DISK);
    DatanodeDescriptor other = node("1.2.3.3", "/b", StorageType.DISK);
    Map<DatanodeDescriptor, StorageType> places = new LinkedHashMap<>();
    places.put(ssd, StorageType.SSD);
    places.put(disk, StorageType.DISK);
    Home home = new Home(places, 2);
    for (DatanodeDescriptor only : List.of(ssd, other)) {
      Replicas block =
          new Replicas(
              Map.of(only, only.getStorageTypes().iterator().next()),
              POLICIES.getPolicy("ONE_SSD"));
      assertEquals(Map.of(), block.lacking(home, (node, wanted) -> true));
    }
  }

  private static List<Replicas> apart(List<Replicas> blocks) {
    return blocks.stream()
        .filter(block -> block.areApart(home(blocks, block), REPLICATION))
        .toList();
  }
}
