/**
 * Single values, decoded when asked: the lazy side of the reader (paper section 5); values from
 * text.
 */
package dev.cif.format.value;
