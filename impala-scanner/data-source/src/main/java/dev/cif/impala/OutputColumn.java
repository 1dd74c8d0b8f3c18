package dev.cif.impala;

/**
 * Column that a scan returns or compares.
 *
 * @param name name in Impala
 * @param type type in Impala
 */
record OutputColumn(String name, ImpalaType type) {}
