/**
 * General-purpose compression behind one interface (FORMAT.md section 9). {@link
 * dev.cif.format.internal.codec.Codec} checks lengths and turns every fault of a library into
 * corrupt data. One small class a codec does the work.
 */
package dev.cif.format.internal.codec;
