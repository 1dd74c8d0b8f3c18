/**
 * Conversion between Hive's rows and CIF's vectors and lazy values. Start reading at {@link
 * dev.cif.hive.serde.CifSerDe}.
 */
package dev.cif.hive.serde;
