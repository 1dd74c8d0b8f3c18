/**
 * The block placement policy that puts the files of a split-directory on the same HDFS nodes
 * (FORMAT.md section 2; the paper's section 4.1). It runs inside the NameNode.
 *
 * <p>The package depends on Hadoop alone, so that the NameNode needs only one small jar.
 */
package dev.cif.hdfs;
