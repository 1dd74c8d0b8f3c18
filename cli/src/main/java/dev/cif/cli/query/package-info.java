/**
 * Queries of {@code cif cat}: column expressions and conditions as text, and their form after
 * parsing. The scan reads the condition's columns first, and the others only for the rows that
 * remain. Start reading at {@link dev.cif.cli.query.TableQuery}.
 */
package dev.cif.cli.query;
