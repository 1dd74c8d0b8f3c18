/**
 * File systems that measure or speed up local reads. The first counts the files opened and the
 * bytes read; since every format reads through Hadoop's FileSystem, formats are compared by it. The
 * others are Hadoop's local file system without a process for each permission it sets.
 */
package dev.cif.embedded.io;
