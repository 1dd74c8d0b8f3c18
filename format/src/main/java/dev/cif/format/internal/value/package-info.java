/** Base of the single values of all layouts: checks of type and NULL, and the form of errors. */
package dev.cif.format.internal.value;
