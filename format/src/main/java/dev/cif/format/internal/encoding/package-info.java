/**
 * Encoders and decoders of the streams of layout auto: {@code ints} and {@code strings} of
 * FORMAT.md section 6.
 */
package dev.cif.format.internal.encoding;
