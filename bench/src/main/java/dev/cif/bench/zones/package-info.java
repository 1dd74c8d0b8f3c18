/**
 * The experiment of fast zones (docs/ZONES.md): TeraSort on YARN whose intermediate data lies on an
 * ext file system with and without a zone. {@link dev.cif.bench.zones.ZonesBench} is where to
 * begin.
 */
package dev.cif.bench.zones;
