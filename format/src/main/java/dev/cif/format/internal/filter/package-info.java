/**
 * Filters of keys, FORMAT.md section 5.3: the bytes of values, their hashes, and the Bloom filter.
 */
package dev.cif.format.internal.filter;
