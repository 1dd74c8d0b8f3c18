package dev.cif.hdfs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * A namesystem that notes what is looked at while its lock is held: blocks and files say so
 * themselves, those that a test has made for it.
 */
final class LockHolds {
  /**
   * From when the lock was taken until it was let go.
   *
   * @param blocks how many were looked at, each counted once
   * @param files the same
   */
  record Hold(boolean isWrite, int blocks, int files) {}

  private final Thread owner = Thread.currentThread();
  private final List<Hold> holds = new ArrayList<>();
  private final Set<Object> blocks = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Object> files = Collections.newSetFromMap(new IdentityHashMap<>());
  private int depth;
  private boolean isWrite;

  /** A policy's view of a namesystem whose lock this watches. */
  Namespace of(Namesystem namesystem, BlockManager manager) {
    Namesystem watched =
        (Namesystem)
            Proxy.newProxyInstance(
                Namesystem.class.getClassLoader(),
                new Class<?>[] {Namesystem.class},
                (proxy, method, arguments) -> {
                  note(method.getName());
                  try {
                    return method.invoke(namesystem, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return new Namespace(watched, manager);
  }

  private void note(String method) {
    if (!isMine()) {
      return;
    }
    switch (method) {
      case "readLock", "writeLock" -> {
        depth++;
        isWrite |= method.equals("writeLock");
      }
      case "readUnlock", "writeUnlock" -> {
        if (--depth == 0) {
          holds.add(new Hold(isWrite, blocks.size(), files.size()));
          isWrite = false;
          blocks.clear();
          files.clear();
        }
      }
      default -> {}
    }
  }

  /** The NameNode's own threads hold the lock too. */
  private boolean isMine() {
    return Thread.currentThread().equals(owner);
  }

  /** To be called by a block when something is asked of it. */
  void block(Object block) {
    if (isMine() && depth > 0) {
      blocks.add(block);
    }
  }

  /** To be called by a file when it is asked for its blocks. */
  void file(Object file) {
    if (isMine() && depth > 0) {
      files.add(file);
    }
  }

  /** Returns the holds since the last call. */
  List<Hold> take() {
    List<Hold> taken = List.copyOf(holds);
    holds.clear();
    return taken;
  }
}
