package dev.cif.impala;

/**
 * A column that a scan returns or looks at.
 *
 * @param name as Impala has it
 * @param type as Impala has it
 */
record OutputColumn(String name, ImpalaType type) {}
