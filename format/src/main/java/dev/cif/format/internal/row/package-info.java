/**
 * The layouts of the paper, FORMAT.md section 7: values row by row in Avro's binary encoding, with
 * skip lists, compression of whole blocks, and dictionary compressed skip lists for maps.
 *
 * <p>Start reading at {@link RowEncoder} for writing and {@link RowBlock} for reading; {@link
 * RowLocator} is the skip list, {@link DcslDecoder} the dictionary compressed one.
 */
package dev.cif.format.internal.row;
