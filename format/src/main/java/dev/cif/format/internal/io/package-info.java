/** Bounded input and growing output with the primitives of FORMAT.md section 1. */
package dev.cif.format.internal.io;
