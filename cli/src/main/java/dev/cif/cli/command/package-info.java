/**
 * The commands of {@code bin/cif}: {@link dev.cif.cli.command.Cif} holds what they share, and each
 * command is one class.
 */
package dev.cif.cli.command;
