/**
 * A cache for the bytes of column files within a process. It holds them off the heap, and reads
 * local files and the blocks of HDFS on this machine past the page cache. {@code dev.cif.format}
 * finds it on the class path by {@link dev.cif.cache.CacheProvider}; no other module depends on it.
 * Start reading at {@link dev.cif.cache.CachedFile}.
 */
package dev.cif.cache;
