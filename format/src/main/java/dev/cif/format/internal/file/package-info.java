/** Files of a split-directory: schema file and column files (FORMAT.md sections 3, 5, 8). */
package dev.cif.format.internal.file;
