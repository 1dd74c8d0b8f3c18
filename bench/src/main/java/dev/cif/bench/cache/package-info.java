/** What the column cache costs and saves. */
package dev.cif.bench.cache;
