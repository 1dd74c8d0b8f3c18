/** General-purpose compression behind one interface (FORMAT.md section 9). */
package dev.cif.format.internal.codec;
