/**
 * Output of {@code cif impala-anchors}: a tree of small files that represents a table for Impala's
 * native scanner (docs/IMPALA.md), and its DDL.
 */
package dev.cif.cli.impala;
