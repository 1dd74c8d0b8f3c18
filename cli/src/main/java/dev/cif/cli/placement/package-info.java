/**
 * Nodes of the files of split-directories (FORMAT.md section 2; the paper's section 4.1), and the
 * repair of splits whose files are apart, by HDFS's public interface alone.
 */
package dev.cif.cli.placement;
