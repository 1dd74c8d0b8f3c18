/** Writes the rows of a task into split-directories. */
package dev.cif.hive.write;
