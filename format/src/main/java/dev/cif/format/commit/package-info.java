/**
 * Makes written files part of a data set: creates, publishes, replaces and aborts splits, with the
 * locks that this needs (FORMAT.md section 2). It uses the atomic steps that a file system has.
 * After a failed call it looks up if the call succeeded nevertheless.
 */
package dev.cif.format.commit;
