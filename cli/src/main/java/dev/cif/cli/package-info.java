/** The command line of CIF; {@link dev.cif.cli.Main} is its entry. */
package dev.cif.cli;
