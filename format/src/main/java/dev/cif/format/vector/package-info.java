/**
 * Columns of values in memory: what writers take and readers fill. A vector of a complex type owns
 * the vectors of its parts.
 */
package dev.cif.format.vector;
