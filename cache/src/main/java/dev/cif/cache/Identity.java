package dev.cif.cache;

import org.apache.hadoop.fs.FileStatus;

/**
 * What tells a file from others that its path has had or will have.
 *
 * @param length in bytes
 * @param modified modification time
 * @param checksum of the footers in it: they hold the checksums of its blocks
 * @param access owner, group and permissions; empty for local files, which the system itself guards
 */
record Identity(long length, long modified, int checksum, String access) {
  static Identity of(FileStatus file, int checksum, boolean isLocal) {
    // To ask a local file for them may start a process.
    String access =
        isLocal ? "" : file.getOwner() + ":" + file.getGroup() + ":" + file.getPermission();
    return new Identity(file.getLen(), file.getModificationTime(), checksum, access);
  }
}
