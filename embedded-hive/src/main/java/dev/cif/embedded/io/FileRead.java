package dev.cif.embedded.io;

/**
 * Reads of one file.
 *
 * @param path path of the file, without scheme and authority
 * @param opens number of times that it was opened
 * @param bytes number of bytes read from it; a byte counts each time it is read
 */
public record FileRead(String path, int opens, long bytes) {}
