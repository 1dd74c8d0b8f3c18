package dev.cif.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;

/** Knows which files are open; streams may fail when they are closed or read. */
final class OpenStreams extends FilterFileSystem {
  private final List<String> open = new ArrayList<>();
  private boolean failsToClose;
  private Supplier<Error> fault = () -> null;

  OpenStreams(FileSystem fs) {
    super(fs);
  }

  /** Lets each stream fail when it is closed; it is closed all the same. */
  void failToClose() {
    failsToClose = true;
  }

  /** Lets streams throw an error where they are read. */
  void failToRead(Supplier<Error> error) {
    fault = error;
  }

  /** Names of the files that are open. */
  List<String> open() {
    return List.copyOf(open);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    InputStream in = new Watched(super.open(path, bufferSize), path.getName());
    return new FSDataInputStream(in);
  }

  private final class Watched extends InputStream implements Seekable, PositionedReadable {
    private final FSDataInputStream in;
    private final String name;

    Watched(FSDataInputStream in, String name) {
      this.in = in;
      this.name = name;
      open.add(name);
    }

    private void step() {
      Error error = fault.get();
      if (error != null) {
        throw error;
      }
    }

    @Override
    public int read() throws IOException {
      step();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      step();
      return in.read(bytes, offset, length);
    }

    @Override
    public int read(long position, byte[] bytes, int offset, int length) throws IOException {
      return in.read(position, bytes, offset, length);
    }

    @Override
    public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
      in.readFully(position, bytes, offset, length);
    }

    @Override
    public void readFully(long position, byte[] bytes) throws IOException {
      in.readFully(position, bytes);
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
      open.remove(name);
      if (failsToClose) {
        throw new IOException(name + " cannot be closed");
      }
    }
  }
}
