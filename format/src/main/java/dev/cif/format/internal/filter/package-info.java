/** Filters of keys, FORMAT.md section 5.3: what is hashed and listed of values, and how. */
package dev.cif.format.internal.filter;
