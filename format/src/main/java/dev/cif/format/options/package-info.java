/**
 * Options of readers and writers, each with its setting's name in CONFIGURATION.md. Options are
 * immutable.
 */
package dev.cif.format.options;
