/**
 * What {@code cif impala-anchors} writes: a tree of small files that stands for a table, for
 * Impala's native scanner (docs/IMPALA.md), and the DDL that belongs to it.
 */
package dev.cif.cli.impala;
