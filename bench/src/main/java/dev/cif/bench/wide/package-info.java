/** Tables of very many columns. */
package dev.cif.bench.wide;
