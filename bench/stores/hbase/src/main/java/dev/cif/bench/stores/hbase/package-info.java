/** HBase as a store of an event index: its servers in this process, and its client. */
package dev.cif.bench.stores.hbase;
