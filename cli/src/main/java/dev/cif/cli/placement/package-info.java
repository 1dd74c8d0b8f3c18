/**
 * Which nodes hold the files of split-directories (FORMAT.md section 2; the paper's section 4.1),
 * and how files that are apart are brought together again, by HDFS's public interface alone.
 */
package dev.cif.cli.placement;
