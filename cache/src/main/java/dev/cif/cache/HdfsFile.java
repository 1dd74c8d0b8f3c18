package dev.cif.cache;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/**
 * A file of HDFS whose blocks on this machine are read from the DataNode's own files. Each block is
 * a piece. A block is refused by itself if it is remote, or if the DataNode does not pass its file.
 * Not thread-safe.
 */
final class HdfsFile implements DirectFile {
  /** Function that asks for the locations of a file's blocks. */
  interface Locator {
    /** Returns the NameNode's current answer, with fresh tokens. */
    LocatedBlocks locate() throws IOException;
  }

  private final Locator locator;
  private final ShortCircuit local;
  private final long length;

  /** Blocks by their start in the file. */
  private TreeMap<Long, LocatedBlock> blocks;

  /** Open files of blocks, by the start of the block in the file. */
  private final Map<Long, Descriptor> open = new HashMap<>();

  /**
   * Locates the blocks of a file.
   *
   * @throws RefusedException if none of them can be read past the page cache
   */
  HdfsFile(Locator locator, ShortCircuit local, long length) throws IOException {
    this.locator = locator;
    this.local = local;
    this.length = length;
    locate();
  }

  static HdfsFile open(FileSystem fs, Path path, long length) throws IOException {
    if (!(fs instanceof DistributedFileSystem hdfs)) {
      throw new RefusedException("not HDFS's own client", fs.getClass().getName(), null);
    }
    ShortCircuit local = new ShortCircuit(fs.getConf());
    expect(!hdfs.getServerDefaults().getEncryptDataTransfer(), "data transfer is encrypted");
    String file = path.toUri().getPath();
    return new HdfsFile(() -> hdfs.getClient().getLocatedBlocks(file, 0, length), local, length);
  }

  private void locate() throws IOException {
    LocatedBlocks located = locator.locate();
    expect(located.getFileEncryptionInfo() == null, "it is in an encryption zone");
    expect(located.getErasureCodingPolicy() == null, "it is erasure-coded");
    expect(!located.isUnderConstruction() && located.isLastBlockComplete(), "it is being written");
    expect(located.getFileLength() == length, "it has another length by now");
    TreeMap<Long, LocatedBlock> found = new TreeMap<>();
    long end = 0;
    for (LocatedBlock block : located.getLocatedBlocks()) {
      expect(block.getStartOffset() == end && end % LibC.PAGE == 0, "a block starts within a page");
      found.put(end, block);
      end += block.getBlockSize();
    }
    expect(end == length, "some of its blocks are missing");
    blocks = found;
  }

  private static void expect(boolean isSo, String otherwise) throws RefusedException {
    if (!isSo) {
      throw new RefusedException("it is left to HDFS's client, as " + otherwise, null, null);
    }
  }

  private LocatedBlock block(long position) {
    return blocks.floorEntry(position).getValue();
  }

  @Override
  public long end(long position) {
    LocatedBlock block = block(position);
    return block.getStartOffset() + block.getBlockSize();
  }

  @Override
  public boolean isReplica() {
    return true;
  }

  @Override
  public long read(long position, NativeMemory to, long at, long count) throws IOException {
    LocatedBlock block = block(position);
    long within = position - block.getStartOffset();
    long there = block.getBlockSize() - within;
    long done;
    try {
      done = descriptor(block).read(within, to, at, Math.min(count, NativeMemory.pages(there)));
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      throw new RefusedException("the file of a block can't be read", block + ": " + e, e);
    }
    if (done < Math.min(count, there)) {
      throw new RefusedException("the file of a block ends early", block.toString(), null);
    }
    return done;
  }

  private Descriptor descriptor(LocatedBlock block) throws IOException {
    Descriptor known = open.get(block.getStartOffset());
    if (known != null) {
      return known;
    }
    Descriptor opened;
    try {
      opened = local.open(block);
    } catch (InvalidToken e) {
      opened = openAgain(block);
    }
    open.put(block.getStartOffset(), opened);
    return opened;
  }

  /** Opens a block with a fresh token, because the one from the first look-up expires. */
  private Descriptor openAgain(LocatedBlock block) throws IOException {
    locate();
    LocatedBlock again = block(block.getStartOffset());
    expect(again.getBlock().equals(block.getBlock()), "it has other blocks by now");
    try {
      return local.open(again);
    } catch (InvalidToken e) {
      throw new RefusedException("a DataNode takes no token", block + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    open.values().forEach(Descriptor::close);
    open.clear();
  }
}
