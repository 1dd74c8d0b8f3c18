/** What it costs to fill a column that was added to a wide table. */
package dev.cif.bench.hive.update;
