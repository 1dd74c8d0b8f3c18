/** Reads split-directories in the tasks of a query, row by row or in batches. */
package dev.cif.hive.scan;
