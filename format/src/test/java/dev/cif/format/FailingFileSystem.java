package dev.cif.format;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Fails at the n-th step that changes anything; if dead, at every later one too. */
public final class FailingFileSystem extends FilterFileSystem {
  private final boolean dies;
  private int stepsLeft;
  private boolean failed;

  public FailingFileSystem(FileSystem fs, int steps, boolean dies) {
    super(fs);
    this.stepsLeft = steps;
    this.dies = dies;
  }

  /** True once the step was reached. */
  public boolean hasFailed() {
    return failed;
  }

  /** Number of steps until it fails. */
  int stepsLeft() {
    return stepsLeft;
  }

  private void step() throws IOException {
    if (failed ? dies : stepsLeft-- == 0) {
      failed = true;
      throw new IOException("the process is killed here");
    }
  }

  @Override
  public FSDataOutputStream create(
      Path f,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    step();
    OutputStream out =
        super.create(f, permission, overwrite, bufferSize, replication, blockSize, progress);
    return new FSDataOutputStream(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            step();
            out.write(b);
          }

          @Override
          public void write(byte[] b, int off, int len) throws IOException {
            step();
            out.write(b, off, len);
          }

          @Override
          public void close() throws IOException {
            step();
            out.close();
          }
        },
        null);
  }

  @Override
  public boolean rename(Path src, Path dst) throws IOException {
    step();
    return super.rename(src, dst);
  }

  @Override
  @SuppressWarnings("deprecation")
  public void rename(Path src, Path dst, Options.Rename... options) throws IOException {
    step();
    super.rename(src, dst, options);
  }

  @Override
  public void setStoragePolicy(Path f, String policy) throws IOException {
    step();
    super.setStoragePolicy(f, policy);
  }

  @Override
  public boolean mkdirs(Path f, FsPermission permission) throws IOException {
    step();
    return super.mkdirs(f, permission);
  }

  @Override
  public boolean delete(Path f, boolean recursive) throws IOException {
    step();
    return super.delete(f, recursive);
  }
}
