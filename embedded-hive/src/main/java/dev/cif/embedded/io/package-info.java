/**
 * Measures what is read from storage: which files were opened, and how many of their bytes were
 * asked for. Formats are compared by it, since every format reads through Hadoop's FileSystem. And
 * Hadoop's local file system made quick: without a process for each permission it sets.
 */
package dev.cif.embedded.io;
