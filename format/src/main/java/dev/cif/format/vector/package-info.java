/**
 * Vectors of values in memory, which writers read and readers fill. A vector of a complex type owns
 * the vectors of its parts.
 */
package dev.cif.format.vector;
