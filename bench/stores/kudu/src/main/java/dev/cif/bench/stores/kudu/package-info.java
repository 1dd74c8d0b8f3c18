/** Kudu as a store of an event index: its daemons, and its client. */
package dev.cif.bench.stores.kudu;
