/**
 * Experiment of fast zones (docs/ZONES.md): TeraSort on YARN whose intermediate data lies on an ext
 * file system with and without a zone. Start reading at {@link dev.cif.bench.zones.ZonesBench}.
 */
package dev.cif.bench.zones;
