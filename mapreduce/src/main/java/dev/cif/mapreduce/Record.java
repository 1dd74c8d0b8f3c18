package dev.cif.mapreduce;

import org.apache.avro.generic.GenericRecord;

/**
 * A row, as map functions get it (paper, appendix A): an Avro record whose fields are the columns
 * that the job reads.
 *
 * <p>{@link #get(String)} and {@link #get(int)} give what Avro's GenericData has for the field's
 * schema: Utf8 for strings, ByteBuffer for bytes and decimals, Map, List, GenericRecord, null. Maps
 * with string keys answer to any CharSequence as a key. A name that the record lacks raises {@link
 * org.apache.avro.AvroRuntimeException} with the names that it has; what cannot be read raises
 * {@link java.io.UncheckedIOException}.
 *
 * <p>Readers use one record again and again, as Hadoop's do: its values, and what is below them,
 * stay valid, the record itself goes on to the next row. Not thread-safe.
 */
// The name is the paper's; an import of this class hides the one of java.lang.
@SuppressWarnings("JavaLangClash")
public interface Record extends GenericRecord {}
