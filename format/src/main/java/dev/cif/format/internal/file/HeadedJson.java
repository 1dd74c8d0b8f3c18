package dev.cif.format.internal.file;

import dev.cif.format.schema.CifException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kind of file that is one line of header and one JSON object, FORMAT.md sections 2.4 and 3. The
 * header has magic, version, length and checksum.
 */
enum HeadedJson {
  SCHEMA("CIF", "schema"),
  TABLE("CIFT", "table");

  /** Number of bytes that contain the {@link Header}; a shorter file is read whole. */
  static final int HEADER_BYTES = 40;

  static final int VERSION = 1;

  private final String magic;
  private final String name;
  private final Pattern pattern;

  HeadedJson(String magic, String name) {
    this.magic = magic;
    this.name = name;
    pattern = Pattern.compile(magic + "(\\d{1,9}) (\\d{1,10}) ([0-9a-f]{8})\n");
  }

  /**
   * First line of a file.
   *
   * @param start offset of the JSON
   * @param length length of the JSON in bytes
   * @param crc CRC32C of the JSON
   */
  record Header(int start, long length, int crc) {
    /** Returns the length of the file in bytes, according to the header. */
    long fileLength() {
      return start + length + 1;
    }
  }

  /** Returns the bytes of a file with some JSON. */
  byte[] toBytes(byte[] json) {
    String crc = String.format(Locale.ROOT, "%08x", Crc.of(json));
    String header = magic + VERSION + " " + json.length + " " + crc + "\n";
    byte[] head = header.getBytes(StandardCharsets.US_ASCII);
    byte[] file = new byte[head.length + json.length + 1];
    System.arraycopy(head, 0, file, 0, head.length);
    System.arraycopy(json, 0, file, head.length, json.length);
    file[file.length - 1] = '\n';
    return file;
  }

  /**
   * Reads the header.
   *
   * @param file name of the file, for errors
   * @param bytes first {@link #HEADER_BYTES} bytes of the file, or more
   */
  Header header(Object file, byte[] bytes) throws CifException {
    int lineEnd = 0;
    while (lineEnd < Math.min(bytes.length, HEADER_BYTES) && bytes[lineEnd] != '\n') {
      lineEnd++;
    }
    int headLength = Math.min(bytes.length, lineEnd + 1);
    Matcher m = pattern.matcher(new String(bytes, 0, headLength, StandardCharsets.ISO_8859_1));
    if (!m.matches()) {
      throw CifException.at(file, null, 0, "not a CIF " + name + " file, or its header is damaged");
    }
    int version = Integer.parseInt(m.group(1));
    if (version != VERSION) {
      throw CifException.at(
          file,
          null,
          0,
          "format version "
              + version
              + " is not known here (this reader knows version 1);"
              + " read it with the release of CIF that wrote it, or a newer one");
    }
    return new Header(
        m.end(), Long.parseLong(m.group(2)), Integer.parseUnsignedInt(m.group(3), 16));
  }

  /** Returns the offset of the JSON, which ends before the last byte. Verifies its checksum. */
  int checkedStart(Object file, byte[] bytes) throws CifException {
    Header header = header(file, bytes);
    int start = header.start();
    long length = header.length();
    if (length != bytes.length - start - 1L || bytes[bytes.length - 1] != '\n') {
      throw CifException.at(
          file,
          null,
          start,
          "the header promises "
              + length
              + " bytes of "
              + name
              + ", the file has "
              + Math.max(0, bytes.length - start - 1)
              + ": it is truncated or damaged");
    }
    if (Crc.of(bytes, start, (int) length) != header.crc()) {
      throw CifException.at(file, null, start, "the checksum of the " + name + " does not match");
    }
    return start;
  }
}
