package dev.cif.cache;

import org.apache.hadoop.fs.FileStatus;

/**
 * Properties that distinguish a file from earlier and later files at its path.
 *
 * @param length length in bytes
 * @param modified modification time in milliseconds
 * @param checksum checksum of the footers in it, which hold the checksums of its blocks
 * @param access owner, group and permissions; empty for local files, which the system itself guards
 */
record Identity(long length, long modified, int checksum, String access) {
  static Identity of(FileStatus file, int checksum, boolean isLocal) {
    // Reading them for a local file may start a process.
    String access =
        isLocal ? "" : file.getOwner() + ":" + file.getGroup() + ":" + file.getPermission();
    return new Identity(file.getLen(), file.getModificationTime(), checksum, access);
  }
}
