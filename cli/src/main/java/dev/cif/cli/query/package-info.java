/**
 * What {@code cif cat} asks of a table: column expressions and conditions as text, their form after
 * parsing, and a scan that reads the condition's columns first and the others only for the rows
 * that are left. Start reading at {@link dev.cif.cli.query.TableQuery}.
 */
package dev.cif.cli.query;
