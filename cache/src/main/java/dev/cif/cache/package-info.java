/**
 * A cache of the bytes of column files within a process: off the heap, read past the page cache
 * from local files, and from the blocks of HDFS that this machine has. {@code dev.cif.format} finds
 * it on the class path by {@link dev.cif.cache.CacheProvider}; nothing else needs to know of it.
 * Start reading at {@link dev.cif.cache.CachedFile}.
 */
package dev.cif.cache;
