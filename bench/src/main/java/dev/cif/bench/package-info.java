/** Speed, size and memory of CIF, measured beside SequenceFile, ORC and Parquet. */
package dev.cif.bench;
