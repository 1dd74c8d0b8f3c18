package dev.cif.embedded.io;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;

/**
 * Adapter of {@link LocalFiles} for Hadoop's FileContext, by which Tez and MapReduce localise
 * resources.
 */
final class LocalFilesContext extends ChecksumFs {
  /**
   * Creates a file system; Hadoop calls it by reflection. {@code uri} is always {@code file:///}.
   */
  LocalFilesContext(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(new Raw(uri, conf));
  }

  private static final class Raw extends DelegateToFileSystem {
    Raw(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new RawLocalFiles(), conf, FsConstants.LOCAL_FS_URI.getScheme(), false);
    }

    @Override
    public int getUriDefaultPort() {
      return -1;
    }

    /** Returns true for any name: the operating system decides about it. */
    @Override
    public boolean isValidName(String name) {
      return true;
    }
  }
}
