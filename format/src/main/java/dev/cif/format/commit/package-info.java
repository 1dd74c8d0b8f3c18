/**
 * How what was written becomes part of a data set: creating, publishing, replacing and aborting a
 * split, and the locks that go with it (FORMAT.md section 2). Knows which steps a file system does
 * at once, and finds out after a failed call whether it happened all the same.
 */
package dev.cif.format.commit;
