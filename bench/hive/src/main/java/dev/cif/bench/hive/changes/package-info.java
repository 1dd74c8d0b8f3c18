/** MERGE, DELETE and UPDATE of some rows of a wide table, in CIF and in full ACID ORC tables. */
package dev.cif.bench.hive.changes;
