/**
 * What tests of clusters share, in whatever module: their tag, and the seed of what chance does.
 */
package dev.cif.hdfs.cluster;
