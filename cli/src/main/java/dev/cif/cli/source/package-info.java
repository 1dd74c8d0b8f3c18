/**
 * Readers of the files that {@code cif load} loads: one {@link dev.cif.cli.source.RecordSource} a
 * file, created by {@link dev.cif.cli.source.SourceFormat}, chained by {@link
 * dev.cif.cli.source.SourceFiles}.
 */
package dev.cif.cli.source;
