/** {@code bench/run}: speed and size of CIF beside SequenceFile, ORC and Parquet. */
package dev.cif.bench.scan;
