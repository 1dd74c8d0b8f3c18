package dev.cif.embedded.io;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Hadoop's local file system with its checksum files, which starts no process. It serves callers of
 * Hadoop's FileSystem; {@link LocalFilesContext} serves callers of its FileContext.
 */
public class LocalFiles extends LocalFileSystem {
  /** Creates a file system; Hadoop calls it by reflection. */
  public LocalFiles() {
    super(new RawLocalFiles());
  }

  /**
   * Makes this class the implementation of {@code file:} URIs in every Hadoop configuration of the
   * process that names none of its own. File systems that Hadoop has cached stay as they are.
   */
  public static void makeDefault() {
    Configuration.addDefaultResource("dev/cif/embedded/io/local-files.xml");
  }
}
