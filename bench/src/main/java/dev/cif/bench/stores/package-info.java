/**
 * Stores of an event index, compared as in the article on ATLAS's: files and databases that keep
 * rows by a key of six columns.
 */
package dev.cif.bench.stores;
