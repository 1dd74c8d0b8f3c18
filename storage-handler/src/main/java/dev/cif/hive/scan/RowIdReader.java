package dev.cif.hive.scan;

import org.apache.hadoop.hive.ql.io.AcidInputFormat.AcidRecordReader;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.orc.OrcRawRecordMerger.ReaderKey;
import org.apache.hadoop.io.NullWritable;

/**
 * Reader that tells Hive the ROW__ID of the row that it read last. Hive 4 asks for a {@code
 * ReaderKey}, 3.1 for its superclass: classes that implement this interface get both methods from
 * the compiler.
 */
interface RowIdReader<T> extends AcidRecordReader<NullWritable, T>, RowIdOfHive3 {
  @Override
  ReaderKey getRecordIdentifier();
}

/** Form of the method before Hive 4. */
interface RowIdOfHive3 {
  RecordIdentifier getRecordIdentifier();
}
