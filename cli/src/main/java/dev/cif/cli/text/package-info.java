/** Values as text: parsing them for loads and conditions, and tables of them for a terminal. */
package dev.cif.cli.text;
