/**
 * Where HDFS puts the files of a split-directory (FORMAT.md section 2; the paper's section 4.1): a
 * block placement policy that runs inside the NameNode.
 *
 * <p>The package depends on Hadoop alone, so that one small jar is all that the NameNode gets.
 */
package dev.cif.hdfs;
