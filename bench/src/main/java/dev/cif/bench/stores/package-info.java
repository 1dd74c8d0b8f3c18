/**
 * The stores of an event index, side by side, as the article on ATLAS's compares them: files and
 * databases that keep rows by a key of six columns.
 */
package dev.cif.bench.stores;
