/**
 * A real Hive inside this process: its Driver, a metastore on embedded Derby, and local MapReduce
 * or Tez. The command line, the demo and the q-tests run their SQL through it. Start reading at
 * {@link dev.cif.embedded.EmbeddedHive}.
 */
package dev.cif.embedded;
