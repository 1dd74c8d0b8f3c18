package dev.cif.format.internal.file;

import org.apache.hadoop.fs.Path;

/**
 * File whose blocks are to be located.
 *
 * @param folder folder that holds it
 * @param name name in the folder
 */
public record PlacedFile(Path folder, String name) {
  Path path() {
    return SplitFiles.file(folder, name);
  }

  /** Returns the path without scheme and authority. */
  String plainPath() {
    return folder.toUri().getPath() + "/" + name;
  }
}
