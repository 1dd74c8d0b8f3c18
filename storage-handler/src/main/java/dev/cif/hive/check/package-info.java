/**
 * Statements on tables of CIF that Hive would run wrong. They are refused, or planned another way.
 */
package dev.cif.hive.check;
