package dev.cif.format;

/**
 * How splits are read. Immutable.
 *
 * @param verifyChecksums check the CRC32C of every block before it is decoded; footers and schema
 *     files are always checked
 */
public record ReadOptions(boolean verifyChecksums) {
  /** The property for {@link #verifyChecksums}. */
  public static final String VERIFY_CHECKSUMS = "cif.read.verify.checksums";

  /** Checksums are verified. */
  public static final ReadOptions DEFAULT = new ReadOptions(true);
}
