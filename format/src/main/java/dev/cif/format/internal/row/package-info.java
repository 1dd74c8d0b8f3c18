/**
 * Layouts of the paper, FORMAT.md section 7. Values are stored row by row in Avro's binary
 * encoding. Skip lists, compression of whole blocks, and dictionary compressed skip lists for maps
 * come on top.
 *
 * <p>Start reading at {@link RowEncoder} for writing and {@link RowBlock} for reading. {@link
 * RowLocator} is the skip list, {@link DcslDecoder} the dictionary compressed one.
 */
package dev.cif.format.internal.row;
