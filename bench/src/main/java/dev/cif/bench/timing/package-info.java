/** Runs that take turns, in this JVM or in one for each format. */
package dev.cif.bench.timing;
