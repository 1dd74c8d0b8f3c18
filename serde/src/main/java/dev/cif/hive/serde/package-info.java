/**
 * Hive's rows on one side, CIF's vectors and lazy values on the other. Start reading at {@link
 * dev.cif.hive.serde.CifSerDe}.
 */
package dev.cif.hive.serde;
