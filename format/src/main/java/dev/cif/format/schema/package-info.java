/**
 * Schema of a split-directory: types, columns and their keys, FORMAT.md sections 3 and 4, and the
 * terms that settings and files share. The lowest floor: it uses no other package of the format.
 */
package dev.cif.format.schema;
