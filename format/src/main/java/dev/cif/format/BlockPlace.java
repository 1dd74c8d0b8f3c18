package dev.cif.format;

import java.util.List;

/**
 * Where a block of a file is, as its file system divides files.
 *
 * @param offset of its first byte in the file
 * @param length its bytes
 * @param hosts those that hold it
 */
public record BlockPlace(long offset, long length, List<String> hosts) {}
