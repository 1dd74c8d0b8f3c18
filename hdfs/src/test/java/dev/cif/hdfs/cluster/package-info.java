/** Shared parts of all modules' cluster tests: their tag, and the seed of their random choices. */
package dev.cif.hdfs.cluster;
