/**
 * Summaries of a column's values, FORMAT.md section 5.4, as they are collected while it is written.
 */
package dev.cif.format.internal.summary;
