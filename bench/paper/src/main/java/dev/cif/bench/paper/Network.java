package dev.cif.bench.paper;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.Progressable;

/**
 * The network between nodes that are processes, or threads, of one host. A thread plays a task on a
 * node: what it reads of blocks that have no replica there takes at least as long as a link of some
 * rate needs for those bytes. Only bytes that are asked for count and wait; the time that a request
 * is on its way, what HDFS's client fetches ahead, and other traffic cost nothing.
 */
final class Network {
  /** Threads wake up late by some tens of us. */
  private static final long SPIN_NANOS = 150_000;

  private static final ThreadLocal<Reader> READER = new ThreadLocal<>();
  private static final ThreadLocal<InetSocketAddress> WRITER = new ThreadLocal<>();
  private static final AtomicLong READ = new AtomicLong();
  private static final AtomicLong REMOTE = new AtomicLong();
  private static final AtomicLong WAITED = new AtomicLong();

  private record Reader(String host, double bytesPerNano) {}

  private Network() {}

  /** From now on this thread reads as a task of a node. */
  static void readAt(String host, double megabytesPerSecond) {
    READER.set(new Reader(host, megabytesPerSecond / 1e3));
  }

  /** From now on this thread writes as a task of a node, which gets a replica of each block. */
  static void writeAt(InetSocketAddress node) {
    WRITER.set(node);
  }

  /** From now on this thread is of no node. */
  static void leave() {
    READER.remove();
    WRITER.remove();
  }

  /** Counts from 0 on. */
  static void reset() {
    READ.set(0);
    REMOTE.set(0);
    WAITED.set(0);
  }

  /** Bytes that tasks have read. */
  static long bytesRead() {
    return READ.get();
  }

  /** Those of blocks without a replica on the task's node. */
  static long bytesRemote() {
    return REMOTE.get();
  }

  /** Seconds for which tasks have waited for these. */
  static double secondsWaited() {
    return WAITED.get() / 1e9;
  }

  /** HDFS as the threads see it. */
  public static final class Hdfs extends DistributedFileSystem {
    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      FSDataInputStream in = super.open(path, bufferSize);
      Reader reader = READER.get();
      if (reader == null) {
        return in;
      }
      try {
        return new FSDataInputStream(new Metered((HdfsDataInputStream) in, reader));
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
    }

    @Override
    public FSDataOutputStream create(
        Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      InetSocketAddress node = WRITER.get();
      return node == null
          ? super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
          : create(
              path,
              permission,
              overwrite,
              bufferSize,
              replication,
              blockSize,
              progress,
              new InetSocketAddress[] {node});
    }
  }

  /** Bytes of a file, {@code end} not among them. */
  private record Range(long start, long end) {}

  /** Counts what is read, and lets it take its time. */
  private static final class Metered extends FSInputStream {
    private final HdfsDataInputStream in;
    private final double bytesPerNano;
    private final List<Range> remote = new ArrayList<>();

    Metered(HdfsDataInputStream in, Reader reader) throws IOException {
      this.in = in;
      this.bytesPerNano = reader.bytesPerNano;
      for (LocatedBlock block : in.getAllBlocks()) {
        boolean isHere =
            Arrays.stream(block.getLocations())
                .map(DatanodeInfo::getHostName)
                .anyMatch(reader.host::equals);
        if (!isHere) {
          long start = block.getStartOffset();
          remote.add(new Range(start, start + block.getBlockSize()));
        }
      }
    }

    private int metered(long start, long position, int count) {
      if (count > 0) {
        READ.addAndGet(count);
        long far = 0;
        for (Range range : remote) {
          far +=
              Math.max(0, Math.min(position + count, range.end) - Math.max(position, range.start));
        }
        if (far > 0) {
          REMOTE.addAndGet(far);
          await(start + (long) (far / bytesPerNano));
        }
      }
      return count;
    }

    private static void await(long end) {
      long begin = System.nanoTime();
      for (long left = end - begin; left > 0; left = end - System.nanoTime()) {
        if (left > SPIN_NANOS) {
          LockSupport.parkNanos(left - SPIN_NANOS);
        } else {
          Thread.onSpinWait();
        }
      }
      WAITED.addAndGet(System.nanoTime() - begin);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      long position = in.getPos();
      long start = System.nanoTime();
      return metered(start, position, in.read(bytes, offset, length));
    }

    @Override
    public int read(long position, byte[] bytes, int offset, int length) throws IOException {
      long start = System.nanoTime();
      return metered(start, position, in.read(position, bytes, offset, length));
    }

    @Override
    public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
      for (int done = 0; done < length; ) {
        int count = read(position + done, bytes, offset + done, length - done);
        if (count < 0) {
          throw new EOFException("the file ends before " + (position + length));
        }
        done += count;
      }
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return in.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
