/** The system's figures of memory, of the page cache and of disks. Linux only. */
package dev.cif.bench.system;
