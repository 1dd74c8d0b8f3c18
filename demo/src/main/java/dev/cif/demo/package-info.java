/** The demo: a crawl loaded into Hive as Avro and as CIF, queried on both. */
package dev.cif.demo;
