package dev.cif.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Snapshot of a cluster's nodes, which orders them for each key by a hash of key and node
 * (rendezvous hashing: highest random weight). A node that goes changes no more of the order than
 * its own place. A node that comes takes a random place, so that few keys change their nodes.
 *
 * <p>Racks: the n-th node of an order is the first whose rack is below the limit of HDFS's default
 * policy for a block of n replicas. The nodes of fewer replicas are therefore among those of more.
 *
 * <p>There is an order of all nodes, and one of the nodes with storage of a type, which leaves out
 * the others. The orders of {@value #MAX_KEYS} keys are kept, at about 220 bytes each. Thread-safe.
 */
final class NodeRanking {
  /** Number of nodes kept of an order, at least; later ones take the place of full ones. */
  private static final int KEPT_NODES = 16;

  private static final int MAX_KEYS = 4_096;
  private static final long FNV_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  /**
   * Key of a kept order.
   *
   * @param type type of storage that the nodes have; null for all nodes
   */
  private record Key(String key, StorageType type) {}

  private final DatanodeDescriptor[] nodes;
  private final List<Set<StorageType>> types = new ArrayList<>();
  private final String[] locations;
  private final long[] hashes;
  private final int[] racks;
  private final int rackCount;
  private final Map<Key, List<DatanodeDescriptor>> orders =
      Collections.synchronizedMap(new LatestUsed<>(MAX_KEYS));

  private NodeRanking(List<DatanodeDescriptor> known) {
    nodes = known.toArray(DatanodeDescriptor[]::new);
    locations = new String[nodes.length];
    hashes = new long[nodes.length];
    racks = new int[nodes.length];
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < nodes.length; i++) {
      types.add(nodes[i].getStorageTypes());
      locations[i] = nodes[i].getNetworkLocation();
      hashes[i] = hash(nodes[i].getDatanodeUuid());
      racks[i] = numbers.computeIfAbsent(locations[i], l -> numbers.size());
    }
    rackCount = numbers.size();
  }

  /** Returns the ranking of those of the nodes that may be a home. */
  static NodeRanking of(Collection<DatanodeDescriptor> known) {
    return new NodeRanking(homes(known));
  }

  /** Returns true if the ranking of these nodes is this one. */
  // A node object that was created anew has another state than the one before.
  @SuppressWarnings("ReferenceEquality")
  boolean isOf(Collection<DatanodeDescriptor> known) {
    List<DatanodeDescriptor> homes = homes(known);
    if (homes.size() != nodes.length) {
      return false;
    }
    for (int i = 0; i < nodes.length; i++) {
      DatanodeDescriptor home = homes.get(i);
      if (home != nodes[i]
          || !home.getNetworkLocation().equals(locations[i])
          || !home.getStorageTypes().equals(types.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static List<DatanodeDescriptor> homes(Collection<DatanodeDescriptor> known) {
    return known.stream()
        .filter(NodeRanking::isHome)
        .sorted(Comparator.comparing(DatanodeDescriptor::getDatanodeUuid))
        .toList();
  }

  /**
   * Returns true if replicas may belong on a node; a node in maintenance keeps those that it has.
   */
  static boolean isHome(DatanodeDescriptor node) {
    return node.isMaintenance() || (node.isAlive() && node.isInService());
  }

  /** Returns the order of a key over all nodes. */
  List<DatanodeDescriptor> order(String key, int count) {
    return order(key, null, count);
  }

  /**
   * Returns the order of a key, or its beginning.
   *
   * @param type type of storage that the nodes have; null for all nodes
   * @param count number of nodes wanted, if there are as many
   */
  List<DatanodeDescriptor> order(String key, StorageType type, int count) {
    Key asked = new Key(key, type);
    if (count > KEPT_NODES) {
      return compute(asked, count);
    }
    List<DatanodeDescriptor> order = orders.get(asked);
    if (order == null) {
      order = compute(asked, KEPT_NODES);
      orders.put(asked, order);
    }
    return order;
  }

  private List<DatanodeDescriptor> compute(Key key, int count) {
    long hash = hash(key.key());
    long[] weights = new long[nodes.length];
    boolean[] taken = new boolean[nodes.length];
    int left = nodes.length;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = mix(hash ^ hashes[i]);
      taken[i] = key.type() != null && !types.get(i).contains(key.type());
      left -= taken[i] ? 1 : 0;
    }
    List<DatanodeDescriptor> order = new ArrayList<>();
    int[] ofRack = new int[rackCount];
    while (order.size() < Math.min(count, left)) {
      int next = heaviest(weights, taken, ofRack, perRack(order.size() + 1));
      taken[next] = true;
      ofRack[racks[next]]++;
      order.add(nodes[next]);
    }
    return List.copyOf(order);
  }

  /** Returns the heaviest node whose rack has room; if none has, the heaviest of all. */
  private int heaviest(long[] weights, boolean[] taken, int[] ofRack, int perRack) {
    int best = -1;
    boolean bestFits = false;
    for (int i = 0; i < weights.length; i++) {
      if (taken[i]) {
        continue;
      }
      boolean fits = ofRack[racks[i]] < perRack;
      if (best < 0 || (fits == bestFits ? weights[i] > weights[best] : fits)) {
        best = i;
        bestFits = fits;
      }
    }
    return best;
  }

  /**
   * Returns the number of nodes of one rack that the default policy allows for a block of {@code
   * replicas} replicas.
   */
  private int perRack(int replicas) {
    if (rackCount <= 1 || replicas <= 1) {
      return replicas;
    }
    int most = (replicas - 1) / rackCount + 2;
    return most == replicas ? most - 1 : most;
  }

  /** Returns a mixed FNV-1a hash. It must never change: all groups would move. */
  private static long hash(String text) {
    long hash = FNV_BASIS;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /** Mixes a number so that each bit of the result depends on all its bits. */
  private static long mix(long number) {
    long mixed = (number ^ (number >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
