package dev.cif.mapreduce.record;

import org.apache.avro.generic.GenericRecord;

/**
 * Row that a map function gets (paper, appendix A): an Avro record whose fields are the columns
 * that the job reads.
 *
 * <p>{@link #get(String)} and {@link #get(int)} return the objects of Avro's GenericData for the
 * field's schema: Utf8 for strings, ByteBuffer for bytes and decimals, Map, List, GenericRecord,
 * null. Keys of a map with string keys are found by any CharSequence. A name that the record lacks
 * raises {@link org.apache.avro.AvroRuntimeException} with the names that it has. A value that
 * cannot be read raises {@link java.io.UncheckedIOException}.
 *
 * <p>Readers use one record again and again, as Hadoop's do. Its values, and the objects below
 * them, stay valid; the record itself goes on to the next row. Not thread-safe.
 */
// The name is the paper's; an import of this class hides the one of java.lang.
@SuppressWarnings("JavaLangClash")
public interface Record extends GenericRecord {}
