/** Cost of filling a column that was added to a wide table. */
package dev.cif.bench.hive.update;
