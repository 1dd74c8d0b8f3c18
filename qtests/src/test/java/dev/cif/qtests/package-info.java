/**
 * The q-tests: each file of {@code queries/} runs on a peer format that Hive ships and on CIF, in
 * the same Hive; the answers must agree with each other and with {@code results/}. Start reading at
 * {@link dev.cif.qtests.QueryFilesTest}; {@code qtests/README.md} says how to write a file.
 */
package dev.cif.qtests;
