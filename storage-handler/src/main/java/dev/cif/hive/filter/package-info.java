/**
 * Translates filters of Hive, and the Bloom filters of its joins, into conditions of the format.
 */
package dev.cif.hive.filter;
