/** Text output for people: amounts, cells, and aligned tables for a terminal. */
package dev.cif.cli.text;
