package dev.cif.embedded.io;

/**
 * What was read of one file.
 *
 * @param path its path, without scheme and authority
 * @param opens how many times it was opened
 * @param bytes how many bytes were read from it, counting a byte again each time it is read
 */
public record FileRead(String path, int opens, long bytes) {}
