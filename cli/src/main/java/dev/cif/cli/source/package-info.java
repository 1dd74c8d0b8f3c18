/**
 * Where {@code cif load} reads rows from: one {@link dev.cif.cli.source.RecordSource} a file, made
 * by {@link dev.cif.cli.source.SourceFormat}, chained by {@link dev.cif.cli.source.SourceFiles}.
 */
package dev.cif.cli.source;
