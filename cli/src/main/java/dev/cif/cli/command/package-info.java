/**
 * Commands of {@code bin/cif}: {@link dev.cif.cli.command.Cif} is their common base, and each
 * command is one class.
 */
package dev.cif.cli.command;
