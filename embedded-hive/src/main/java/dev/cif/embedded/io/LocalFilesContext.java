package dev.cif.embedded.io;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;

/** {@link LocalFiles} for Hadoop's FileContext, by which Tez and MapReduce localise resources. */
final class LocalFilesContext extends ChecksumFs {
  /** Called by Hadoop, by reflection; {@code uri} is always {@code file:///}. */
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

    /** What a name may be is for the operating system to say. */
    @Override
    public boolean isValidName(String name) {
      return true;
    }
  }
}
