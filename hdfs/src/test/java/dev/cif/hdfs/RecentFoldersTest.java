package dev.cif.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Folders that are found without the namesystem's lock, in a NameNode whose files come and go. */
class RecentFoldersTest {
  private static MadeUpNameNode nameNode;
  private static Namespace files;

  @BeforeAll
  static void start() throws Exception {
    nameNode = new MadeUpNameNode(new MadeUpNodes(50));
    files = NameNodeAccess.namespace(nameNode.byColumn());
  }

  @AfterAll
  static void stop() {
    nameNode.close();
  }

  private static Folders.Folder look(String path) throws Exception {
    files.lock();
    try {
      return files.lockedFolder(path);
    } finally {
      files.unlock();
    }
  }

  @Test
  void aFolderThatWasLookedUp_isFoundByItsOtherFiles() throws Exception {
    nameNode.createClosed("/a/b/0-c.col");
    assertNull(files.recentFolder("/a/b/0-c.col"), "not looked up");
    long id = look("/a/b/0-c.col").id();
    assertEquals(id, files.recentFolder("/a/b/1-new.col").id());
    assertNull(files.recentFolder("/a/0-c.col"), "the folder above");
    assertNull(files.recentFolder("/a/b/c/0-c.col"), "a folder below");
    assertNull(files.recentFolder("/x/b/0-c.col"), "of the same name elsewhere");
  }

  @Test
  void aFolderThatWasRenamed_isNotFoundWhereItWas() throws Exception {
    nameNode.createClosed("/renamed/above/split/0-c.col");
    String path = "/renamed/above/split/1-c.col";
    long id = look(path).id();
    nameNode.rename("/renamed/above/split", "/renamed/above/other");
    assertNull(files.recentFolder(path));
    nameNode.rename("/renamed/above/other", "/renamed/above/split");
    assertEquals(id, files.recentFolder(path).id());
    nameNode.rename("/renamed/above", "/renamed/aside");
    assertNull(files.recentFolder(path), "a folder above it was renamed");
    nameNode.createClosed("/renamed/above/split/0-c.col");
    assertNull(files.recentFolder(path), "another is at its place");
    assertNotEquals(id, look(path).id());
    assertNotEquals(id, files.recentFolder(path).id());
  }

  @Test
  void aFolderThatWasDeleted_isNotFound() throws Exception {
    nameNode.createClosed("/deleted/split/0-c.col");
    long id = look("/deleted/split/0-c.col").id();
    nameNode.delete("/deleted/split");
    assertNull(files.recentFolder("/deleted/split/0-c.col"));
    nameNode.createClosed("/deleted/split/0-c.col");
    assertNotEquals(id, look("/deleted/split/0-c.col").id());
  }

  private static Set<DatanodeInfo> choose(ColumnPlacementPolicy policy, String path) {
    Set<DatanodeInfo> nodes = new HashSet<>();
    Arrays.stream(
            policy.chooseTarget(
                path,
                MadeUpNameNode.REPLICATION,
                nameNode.madeUp.nodes.get(0),
                new ArrayList<>(),
                false,
                new HashSet<>(),
                MadeUpNameNode.BLOCK,
                BlockStoragePolicySuite.createDefaultSuite().getPolicy("HOT"),
                null))
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .forEach(nodes::add);
    return nodes;
  }

  /** Checks that further blocks need no lock, while a writer holds the namesystem's lock. */
  @Test
  void furtherBlocksOfASplit_waitForNoLockOfTheNamesystem() throws Exception {
    ColumnPlacementPolicy policy = nameNode.byColumn();
    nameNode.create("/busy/split/0-c.col");
    nameNode.create("/busy/split/1-c.col");
    Set<DatanodeInfo> first = choose(policy, "/busy/split/0-c.col");
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              nameNode.namesystem().writeLock();
              try {
                locked.countDown();
                done.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              } finally {
                nameNode.namesystem().writeUnlock();
              }
            });
    locked.await();
    try {
      assertEquals(
          first,
          assertTimeoutPreemptively(
              Duration.ofMinutes(1), () -> choose(policy, "/busy/split/1-c.col")));
    } finally {
      done.countDown();
      writer.join();
    }
    assertNotNull(look("/busy/split/1-c.col"));
  }
}
