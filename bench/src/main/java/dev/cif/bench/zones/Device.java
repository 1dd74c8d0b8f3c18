package dev.cif.bench.zones;

import dev.cif.bench.system.Program;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Loop device over an image of a file system, mounted at a folder while it is in use. */
final class Device implements AutoCloseable {
  private static final int FOLDERS = 64;
  private static final long MOST_BYTES = 32 << 20;
  private static final double FULL = 0.9;
  private static final long SEED = 20150611;

  private final String loop;
  private final Path folder;
  private boolean mounted;

  private Device(String loop, Path folder) {
    this.loop = loop;
    this.folder = folder;
  }

  /** Creates an image of an empty file system. */
  static void format(Path image, String type, long bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(0);
      file.setLength(bytes);
    }
    Program.run("mke2fs", "-q", "-F", "-t", type, "-m", "0", image.toString());
  }

  static Device attach(Path image, Path folder) throws IOException {
    Files.createDirectories(folder);
    return new Device(Program.run("losetup", "-f", "--show", image.toString()).strip(), folder);
  }

  void mount() throws IOException {
    Program.run("mount", loop, folder.toString());
    mounted = true;
  }

  void unmount() throws IOException {
    Program.run("umount", folder.toString());
    mounted = false;
  }

  String loop() {
    return loop;
  }

  Path folder() {
    return folder;
  }

  /**
   * Ages the mounted file system like one in long use. Files are added until 90% is full, then some
   * of them are deleted, so that free space is spread over the whole device.
   *
   * @param used share of the device that stays in use
   */
  void age(double used) throws IOException {
    Random random = new Random(SEED);
    var store = Files.getFileStore(folder);
    long total = store.getTotalSpace();
    List<Path> files = new ArrayList<>();
    while (total - store.getUsableSpace() < FULL * total) {
      Path parent = folder.resolve("old").resolve("d" + random.nextInt(FOLDERS));
      Files.createDirectories(parent);
      Path file = parent.resolve("f" + files.size());
      allocate(file, 1 + random.nextLong(MOST_BYTES));
      files.add(file);
    }
    Program.run("sync", "-f", folder.toString());
    Collections.shuffle(files, random);
    for (Path file : files) {
      if (total - store.getUsableSpace() <= used * total) {
        break;
      }
      Files.delete(file);
    }
  }

  /**
   * Writes files and deletes them, as other programs do after a mount: ext4 continues allocating
   * from its last position.
   *
   * @param part share of the free space
   */
  void use(double part) throws IOException {
    Path others = Files.createDirectories(folder.resolve("others"));
    List<Path> files = new ArrayList<>();
    for (long left = (long) (part * Files.getFileStore(folder).getUsableSpace());
        left > MOST_BYTES;
        left -= MOST_BYTES) {
      files.add(others.resolve("f" + files.size()));
      allocate(files.get(files.size() - 1), MOST_BYTES);
    }
    for (Path file : files) {
      Files.delete(file);
    }
    // Deleted blocks become free when the journal is written.
    Program.run("sync", "-f", folder.toString());
  }

  private static void allocate(Path file, long bytes) throws IOException {
    Process quick =
        new ProcessBuilder("fallocate", "-l", Long.toString(bytes), file.toString())
            .redirectErrorStream(true)
            .start();
    quick.getInputStream().readAllBytes();
    if (Program.waitFor(quick) == 0) {
      return;
    }
    // ext3 has no blocks that are allocated and not written.
    ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; ) {
        zeros.clear().limit((int) Math.min(left, zeros.capacity()));
        left -= out.write(zeros);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (mounted) {
      unmount();
    }
    Program.run("losetup", "-d", loop);
  }
}
