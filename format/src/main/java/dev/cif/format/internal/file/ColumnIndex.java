package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The index of a schema file of many columns, FORMAT.md section 3.2: where what it says of each
 * stands, so that a reader of few columns reads and checks no more. Immutable.
 */
final class ColumnIndex {
  /** Schema files whose JSON is shorter have none. */
  static final int LEAST_BYTES = 128 << 10;

  /** A reader of more columns reads the schema file whole. */
  static final int MOST_COLUMNS = 64;

  private static final byte[] MAGIC = {'C', 'I', 'F', 'I', Footer.VERSION, 0, 0, 0};
  private static final int CHECKSUM_BYTES = Integer.BYTES;

  /** Bytes of what stands before the entries. */
  private static final int HEAD_BYTES = MAGIC.length + 4 + 4 + 8 + 1 + 8 + 4;

  private static final int ENTRY_BYTES = 7 * Integer.BYTES;
  private static final int GROUPS = 1;

  private static final Pattern NAME = Pattern.compile("_columns\\.[0-9a-f]{8}\\.index");

  /**
   * Where a column's field and element stand in the JSON.
   *
   * @param crc the CRC32C of the two, one behind the other
   */
  record Place(int field, int fieldLength, int element, int elementLength, int crc) {}

  private final long rows;
  private final boolean hasGroups;
  private final Totals totals;
  private final List<Place> places;

  private ColumnIndex(long rows, boolean hasGroups, Totals totals, List<Place> places) {
    this.rows = rows;
    this.hasGroups = hasGroups;
    this.totals = totals;
    this.places = places;
  }

  /** The name of the index of the schema file whose JSON has this checksum. */
  static String name(int crc) {
    return String.format(Locale.ROOT, "_columns.%08x.index", crc);
  }

  /** Whether a file is an index by its name. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** What takes all columns to tell. */
  Totals totals() {
    return totals;
  }

  /** Of the columns that were wanted; maybe of some others. */
  List<Place> places() {
    return places;
  }

  private static int hash(String text) {
    return Crc.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static int keyHash(String key) {
    return key == null ? 0 : hash(key);
  }

  /**
   * Makes the index of a schema file without changes.
   *
   * @param file its bytes
   * @param start where its JSON begins
   * @param schemaFile what it says
   */
  static byte[] write(byte[] file, int start, SchemaFile schemaFile) throws IOException {
    int end = file.length - 1;
    List<int[]> fields = new ArrayList<>();
    List<int[]> elements = new ArrayList<>();
    try (JsonParser in = SchemaReader.parser(file, start, end)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String member = in.currentName();
        in.nextToken();
        switch (member) {
          case "schema" -> addFields(in, fields);
          case "columns" -> addObjects(in, elements);
          default -> in.skipChildren();
        }
      }
    }
    Totals totals = schemaFile.totals();
    Output out = new Output(HEAD_BYTES + ENTRY_BYTES * fields.size());
    out.raw(MAGIC, 0, MAGIC.length);
    out.u32(Crc.of(file, start, end - start));
    out.u32(end - start);
    out.i64(schemaFile.rows());
    out.u8(totals.groups().isEmpty() ? 0 : GROUPS);
    out.i64(totals.rawBytes());
    out.u32(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      Column column = schemaFile.schema().column(i);
      out.u32(hash(CifSchema.foldCase(column.name())));
      out.u32(keyHash(column.key()));
      int[] field = fields.get(i);
      int[] element = elements.get(i);
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.write(file, start + field[0], field[1]);
      both.write(file, start + element[0], element[1]);
      out.u32(field[0]);
      out.u32(field[1]);
      out.u32(element[0]);
      out.u32(element[1]);
      out.u32(Crc.of(both.toByteArray()));
    }
    out.uvarint(totals.groups().size());
    totals
        .groups()
        .forEach(
            (name, group) -> {
              out.bytes(name.getBytes(StandardCharsets.UTF_8));
              out.i64(group.rawBytes());
              out.u32(group.checksum());
            });
    out.u32(Crc.of(out.array(), 0, out.size()));
    return out.toByteArray();
  }

  private static void addFields(JsonParser in, List<int[]> fields) throws IOException {
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      boolean isFields = in.currentName().equals("fields");
      in.nextToken();
      if (isFields) {
        addObjects(in, fields);
      } else {
        in.skipChildren();
      }
    }
  }

  /** Offset and length of each object of a list. */
  private static void addObjects(JsonParser in, List<int[]> places) throws IOException {
    while (in.nextToken() == JsonToken.START_OBJECT) {
      int from = (int) in.currentTokenLocation().getByteOffset();
      in.skipChildren();
      places.add(new int[] {from, (int) in.currentLocation().getByteOffset() - from});
    }
  }

  /**
   * Reads an index.
   *
   * @param path for errors
   * @param bytes all of it
   * @param crc of the schema file's JSON
   * @param length of the schema file's JSON
   * @throws CifException if it is damaged, or of another schema file
   */
  static ColumnIndex read(Object path, byte[] bytes, int crc, long length, WantedColumns wanted)
      throws CifException {
    int end = bytes.length - CHECKSUM_BYTES;
    if (end < HEAD_BYTES || !Arrays.equals(bytes, 0, 4, MAGIC, 0, 4)) {
      throw damaged(path, 0, "no index of columns, or its end is missing", null);
    }
    if (bytes[4] != Footer.VERSION) {
      throw damaged(path, 4, "version " + (bytes[4] & 0xFF) + " is not known here", null);
    }
    if ((int) Input.INT.get(bytes, end) != Crc.of(bytes, 0, end)) {
      throw damaged(path, end, "the checksum of the index does not match", null);
    }
    try {
      return parse(Input.copyOf(bytes, 0, end), crc, length, wanted);
    } catch (CorruptDataException e) {
      throw damaged(path, e.offset(), e.getMessage(), e);
    }
  }

  /** The error of an index that can't be used. */
  static CifException damaged(Object path, long offset, String what, Exception cause) {
    String advice = "; remove the file, which only makes opening quicker, or restore it";
    return CifException.at(path, null, offset, what + advice, cause);
  }

  private static ColumnIndex parse(Input in, int crc, long length, WantedColumns wanted) {
    in.skip(MAGIC.length);
    if (in.u32() != crc || Integer.toUnsignedLong(in.u32()) != length) {
      throw in.corrupt("it is the index of another schema file");
    }
    long rows = in.i64();
    int flags = in.u8();
    long rawBytes = in.i64();
    long columns = Integer.toUnsignedLong(in.u32());
    if (rows < 0 || rawBytes < 0 || flags > GROUPS || columns > in.remaining() / ENTRY_BYTES) {
      throw in.corrupt("rows, bytes, flags or columns can't be so many");
    }
    int entries = in.skip((int) columns * ENTRY_BYTES);
    List<Place> places = places(in, entries, (int) columns, length, wanted);
    Map<String, Totals.Group> groups = new HashMap<>();
    int count = in.count("the number of group files", in.remaining());
    for (int i = 0; i < count; i++) {
      String name = new String(in.bytes("the name of a group file"), StandardCharsets.UTF_8);
      groups.put(name, new Totals.Group(in.i64(), in.u32()));
    }
    in.expectEnd("the group files");
    return new ColumnIndex(rows, (flags & GROUPS) != 0, new Totals(rawBytes, groups), places);
  }

  private static List<Place> places(
      Input in, int start, int columns, long length, WantedColumns wanted) {
    Hashes names = new Hashes(wanted.names());
    Hashes keys = new Hashes(wanted.keys());
    byte[] bytes = in.array();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      int at = start + i * ENTRY_BYTES;
      if (!names.have((int) Input.INT.get(bytes, at))
          && !keys.have((int) Input.INT.get(bytes, at + 4))) {
        continue;
      }
      Input entry = new Input(bytes, at + 8, at + ENTRY_BYTES);
      Place place = new Place(entry.u32(), entry.u32(), entry.u32(), entry.u32(), entry.u32());
      if (!fits(place.field, place.fieldLength, length)
          || !fits(place.element, place.elementLength, length)) {
        throw entry.corrupt("a column is said to stand outside of the schema file");
      }
      places.add(place);
    }
    return places;
  }

  private static boolean fits(int at, int bytes, long length) {
    return at >= 0 && bytes > 0 && at <= length - bytes;
  }

  /** A few hashes; most others are told apart by one bit. */
  private static final class Hashes {
    private final int[] sorted;
    private long bits;

    Hashes(Collection<String> texts) {
      sorted = texts.stream().mapToInt(ColumnIndex::hash).sorted().toArray();
      for (int hash : sorted) {
        bits |= 1L << hash;
      }
    }

    boolean have(int hash) {
      return (bits >>> hash & 1) != 0 && Arrays.binarySearch(sorted, hash) >= 0;
    }
  }

  /**
   * A schema file of some columns.
   *
   * @param fields and elements of {@link #places}, as they stand in the schema file
   */
  SchemaFile schemaFile(List<byte[]> fields, List<byte[]> elements) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    String features = hasGroups ? "\"" + SchemaFile.GROUPS + "\"" : "";
    write(json, "{\"formatVersion\":" + SchemaFile.VERSION + ",\"requires\":[" + features + "]");
    write(json, ",\"rows\":" + rows + ",\"schema\":{\"type\":\"record\",\"name\":\"row\"");
    write(json, ",\"fields\":[");
    join(json, fields);
    write(json, "]},\"columns\":[");
    join(json, elements);
    write(json, "]}");
    return SchemaReader.readSome(json.toByteArray());
  }

  private static void join(ByteArrayOutputStream json, List<byte[]> objects) {
    for (int i = 0; i < objects.size(); i++) {
      if (i > 0) {
        json.write(',');
      }
      json.writeBytes(objects.get(i));
    }
  }

  private static void write(ByteArrayOutputStream json, String text) {
    json.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
