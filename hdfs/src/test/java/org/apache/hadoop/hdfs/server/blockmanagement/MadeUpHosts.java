package org.apache.hadoop.hdfs.server.blockmanagement;

/** Hosts of DataNodes that no process stands behind. */
public final class MadeUpHosts {
  private MadeUpHosts() {}

  /** Makes known which node a writer's host is. */
  public static void add(DatanodeManager manager, DatanodeDescriptor node) {
    manager.getHost2DatanodeMap().add(node);
  }
}
