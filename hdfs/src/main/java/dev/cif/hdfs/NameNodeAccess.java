package dev.cif.hdfs;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.CorruptReplicasMap;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Access from a policy to its NameNode by reflection, for versions of Hadoop whose internals are
 * known.
 *
 * <p>HDFS hands a placement policy no more than the cluster's statistics, whose type only its own
 * package may name. They are an inner class of the {@link DatanodeManager}, which knows the
 * namesystem and the block manager.
 */
final class NameNodeAccess {
  /**
   * Pattern of plain 3.3 and 3.4 versions; the version of a vendor's build holds more than numbers.
   */
  private static final Pattern VERSION = Pattern.compile("3\\.([34])\\.(\\d{1,4})");

  private static final Map<String, Integer> LEAST_PATCH = Map.of("3", 6, "4", 1);

  private NameNodeAccess() {}

  /**
   * Returns true if the policy was tested with that version of Hadoop, or with an earlier one of
   * its line.
   */
  static boolean isKnown(String hadoop) {
    Matcher version = VERSION.matcher(hadoop);
    return version.matches()
        && Integer.parseInt(version.group(2)) >= LEAST_PATCH.get(version.group(1));
  }

  /**
   * Returns the part of the NameNode that the policy reads.
   *
   * @return null if the policy has no NameNode, as in the Balancer
   * @throws ReflectiveOperationException if this Hadoop's internals differ from those known
   */
  static Namespace namespace(BlockPlacementPolicyDefault policy)
      throws ReflectiveOperationException {
    Field stats = BlockPlacementPolicyDefault.class.getDeclaredField("stats");
    stats.setAccessible(true);
    Object ofNameNode = stats.get(policy);
    if (ofNameNode == null) {
      return null;
    }
    Object nodes = field(ofNameNode, ofNameNode.getClass(), DatanodeManager.class);
    Namesystem namesystem = (Namesystem) field(nodes, DatanodeManager.class, Namesystem.class);
    BlockManager manager = (BlockManager) field(nodes, DatanodeManager.class, BlockManager.class);
    return new Namespace(namesystem, manager);
  }

  /** Has HDFS tell from now on which blocks it asks about; requires the namesystem's write lock. */
  static void lockedListen(BlockManager manager) throws ReflectiveOperationException {
    Object corrupt = field(manager, BlockManager.class, CorruptReplicasMap.class);
    Field blocks = fieldOf(corrupt, CorruptReplicasMap.class, Map.class);
    if (blocks.get(corrupt) instanceof Map<?, ?> known && !(known instanceof AskedBlocks)) {
      blocks.set(corrupt, listening(known));
    }
  }

  private static AskedBlocks<Object> listening(Map<?, ?> known) {
    AskedBlocks<Object> blocks = new AskedBlocks<>(Map.of());
    known.forEach((block, value) -> blocks.put((Block) block, value));
    return blocks;
  }

  private static Object field(Object owner, Class<?> in, Class<?> type)
      throws ReflectiveOperationException {
    return fieldOf(owner, in, type).get(owner);
  }

  /** Returns the field of a type in a class whose value isn't null. */
  private static Field fieldOf(Object owner, Class<?> in, Class<?> type)
      throws ReflectiveOperationException {
    for (Field field : in.getDeclaredFields()) {
      if (type.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        if (field.get(owner) != null) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException("no field of type " + type.getName() + " in " + in.getName());
  }
}
