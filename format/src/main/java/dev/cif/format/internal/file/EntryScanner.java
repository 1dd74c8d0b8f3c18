package dev.cif.format.internal.file;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scans the elements of 'columns' (FORMAT.md section 3) in their JSON, byte for byte as {@link
 * SchemaFile} writes them for many columns. It compares bytes where a parser makes tokens. It
 * leaves JSON of any other form to the parser.
 */
final class EntryScanner {
  private static final byte[] COMMA = ascii(",");
  private static final byte[] ID = ascii("{'id':");
  private static final byte[] NAME = ascii(",'name':'");
  private static final byte[] FILE = ascii("','file':'");
  private static final byte[] LENGTH = ascii("','length':");
  private static final byte[] FOOTER_OFFSET = ascii(",'footerOffset':");
  private static final byte[] FOOTER_LENGTH = ascii(",'footerLength':");
  private static final byte[] FOOTER_CRC = ascii(",'footerCrc32c':'");
  private static final byte[] RAW_BYTES = ascii("','rawBytes':");
  private static final byte[] PARTS = ascii(",'parts':{'file':'");
  private static final byte[] PARTS_CRC = ascii(",'crc32c':'");
  private static final byte[] PARTS_END = ascii("'}");
  private static final byte[] FILTERS = ascii(",'filters':[");
  private static final byte[] FILTER = ascii("{");
  private static final byte[] FILTER_WITH = ascii("'with':[");
  private static final byte[] FILTER_WITH_END = ascii("],");
  private static final byte[] FILTER_FILE = ascii("'file':'");
  private static final byte[] INDEX_LENGTH = ascii(",'indexLength':");
  private static final byte[] INDEX_CRC = ascii(",'indexCrc32c':'");
  private static final byte[] ENTRY_END = ascii("}");
  private static final byte[] END = ascii("]");

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Greatest number of digits that always fits a long. */
  private static final int MOST_DIGITS = 18;

  private static final int CRC_DIGITS = 8;

  private final byte[] json;
  private int at;

  /** Position and text of the file name that was read last. */
  private int fileStart;

  private int fileLength;
  private String file;

  private int crc;

  /**
   * Creates a scanner.
   *
   * @param at position behind the bracket that opens the array
   */
  EntryScanner(byte[] json, int at) {
    this.json = json;
    this.at = at;
  }

  private static byte[] ascii(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the position behind the bracket that closes the array, once it is read. */
  int end() {
    return at;
  }

  /**
   * Reads all elements.
   *
   * @param names receiver of their files
   * @return entries, one a column; null if some have another form, or don't fit the schema
   * @throws IllegalArgumentException if a file is impossible
   */
  List<ColumnEntry> read(CifSchema schema, ColumnFileNames names) {
    List<ColumnEntry> entries = new ArrayList<>(schema.size());
    for (Column column : schema.columns()) {
      boolean isNext = entries.isEmpty() || is(COMMA);
      ColumnEntry entry = isNext ? entry(column, names) : null;
      if (entry == null) {
        return null;
      }
      names.add(column, entry);
      entries.add(entry);
    }
    return is(END) ? entries : null;
  }

  private ColumnEntry entry(Column column, ColumnFileNames names) {
    if (!is(ID) || number() != column.id() || !is(NAME) || !isText(column.name()) || !is(FILE)) {
      return null;
    }
    String name = names.expectName(column, file());
    long length = is(LENGTH) ? number() : -1;
    boolean isGrouped = is(FOOTER_OFFSET);
    long footerOffset = isGrouped ? number() : ColumnEntry.OWN_FILE;
    long footerLength = is(FOOTER_LENGTH) ? number() : -1;
    boolean isFooter = is(FOOTER_CRC) && isCrc();
    int footerCrc = crc;
    long rawBytes = isFooter && is(RAW_BYTES) ? number() : -1;
    boolean hasNumbers =
        length >= 0
            && (footerOffset >= 0 || !isGrouped)
            && footerLength >= 0
            && footerLength <= ColumnEntry.MAX_FOOTER
            && rawBytes >= 0;
    if (!hasNumbers) {
      return null;
    }
    PartsEntry parts = null;
    if (is(PARTS)) {
      parts = parts();
      if (parts == null) {
        return null;
      }
    }
    List<FilterEntry> filters = is(FILTERS) ? filters(column) : List.of();
    return filters != null && is(ENTRY_END)
        ? new ColumnEntry(
                name, length, footerOffset, (int) footerLength, footerCrc, rawBytes, parts)
            .withFilters(filters)
        : null;
  }

  /** Reads the filters of a column. Returns null if they have another form. */
  private List<FilterEntry> filters(Column column) {
    List<FilterEntry> filters = new ArrayList<>();
    do {
      FilterEntry filter = is(FILTER) ? filter() : null;
      if (filter == null || filters.size() == WriteOptions.MAX_FILTERS) {
        return null;
      }
      filter.expectPossible(column.id());
      filters.add(filter);
    } while (is(COMMA));
    return is(END) ? filters : null;
  }

  private FilterEntry filter() {
    List<Integer> with = new ArrayList<>();
    if (is(FILTER_WITH)) {
      do {
        long id = number();
        if (id < 0 || id > Integer.MAX_VALUE || with.size() == WriteOptions.MAX_FILTER_COLUMNS) {
          return null;
        }
        with.add((int) id);
      } while (is(COMMA));
      if (!is(FILTER_WITH_END)) {
        return null;
      }
    }
    String name = is(FILTER_FILE) ? text() : null;
    long length = name != null && is(LENGTH) ? number() : -1;
    long indexLength = length >= 0 && is(INDEX_LENGTH) ? number() : -1;
    boolean fits =
        indexLength >= 0
            && indexLength <= FilterEntry.MAX_BYTES
            && is(INDEX_CRC)
            && isCrc()
            && is(PARTS_END);
    return fits ? new FilterEntry(with, name, length, (int) indexLength, crc) : null;
  }

  private PartsEntry parts() {
    String name = text();
    long length = is(LENGTH) ? number() : -1;
    boolean fits =
        length >= 0 && length <= PartsEntry.MAX_BYTES && is(PARTS_CRC) && isCrc() && is(PARTS_END);
    return fits ? new PartsEntry(name, length, crc) : null;
  }

  /** Skips these bytes. Returns false, and stays, if others are next. */
  private boolean is(byte[] bytes) {
    int last = bytes.length - Long.BYTES;
    if (bytes.length > json.length - at || !(last < 0 ? areFew(bytes) : areMany(bytes, last))) {
      return false;
    }
    at += bytes.length;
    return true;
  }

  private boolean areFew(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (json[at + i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Compares eight at a time, which is faster than {@link Arrays#equals} for so few bytes. */
  private boolean areMany(byte[] bytes, int last) {
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) EIGHT.get(json, at + i) != (long) EIGHT.get(bytes, i)) {
        return false;
      }
    }
    return (long) EIGHT.get(json, at + last) == (long) EIGHT.get(bytes, last);
  }

  /** Skips this text. Returns false, and stays, if another is next. */
  private boolean isText(String text) {
    int length = text.length();
    if (length > json.length - at) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (json[at + i] != text.charAt(i) || !isPlain(json[at + i])) {
        return false;
      }
    }
    at += length;
    return true;
  }

  /** Reads the name of a file, which mostly is that of the column before. */
  private String file() {
    int end = at + fileLength;
    boolean isLast =
        file != null
            && end < json.length
            && json[end] == '"'
            && Arrays.equals(json, at, end, json, fileStart, fileStart + fileLength);
    if (isLast) {
      at = end;
      return file;
    }
    fileStart = at;
    file = text();
    fileLength = at - fileStart;
    return file;
  }

  /** Reads the text up to a byte that needs a parser. */
  private String text() {
    int start = at;
    while (at < json.length && isPlain(json[at])) {
      at++;
    }
    return new String(json, start, at - start, StandardCharsets.US_ASCII);
  }

  /** Returns true if a byte of a JSON text stands for itself. */
  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\';
  }

  /** Reads a number. Returns -1 if there is none, or if it has too many digits. */
  private long number() {
    int end = Math.min(json.length, at + MOST_DIGITS);
    int i = at;
    long number = 0;
    while (i < end && json[i] >= '0' && json[i] <= '9') {
      number = 10 * number + json[i++] - '0';
    }
    boolean isNumber = i == at + 1 || (i > at && json[at] != '0');
    at = i;
    return isNumber ? number : -1;
  }

  /** Reads a checksum into {@link #crc}. Returns false if none is next. */
  private boolean isCrc() {
    if (json.length - at < CRC_DIGITS) {
      return false;
    }
    int value = 0;
    for (int i = at; i < at + CRC_DIGITS; i++) {
      int c = json[i];
      int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0) {
        return false;
      }
      value = value << 4 | digit;
    }
    crc = value;
    at += CRC_DIGITS;
    return true;
  }
}
