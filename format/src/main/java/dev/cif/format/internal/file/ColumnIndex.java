package dev.cif.format.internal.file;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.Column;
import dev.cif.format.internal.encoding.StreamFeature;
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
import java.util.zip.CRC32C;

/**
 * The index of a schema file of many columns, FORMAT.md section 3.2: where what it says of each
 * stands, so that a reader of few columns reads and checks no more. Immutable.
 */
final class ColumnIndex {
  /** Schema files whose JSON is no longer have none. */
  static final int SHORT_BYTES = 128 << 10;

  /** A reader of more columns reads the schema file whole. */
  static final int MOST_COLUMNS = 64;

  private static final byte[] MAGIC = {'C', 'I', 'F', 'I', Footer.VERSION, 0, 0, 0};
  private static final int CHECKSUM_BYTES = Integer.BYTES;

  /** Bytes that tell how long the front is. */
  static final int HEAD_BYTES = MAGIC.length + 4 + 4 + 8 + 1 + 8 + 4 + 4;

  private static final int FRONT_AT = HEAD_BYTES - Integer.BYTES;

  /** An entry is a place, and a checksum of it and of what stands there. */
  static final int ENTRY_BYTES = 5 * Integer.BYTES;

  private static final int GROUPS = 1;
  private static final int KEYS = 2;

  /** The flags of features of streams. */
  private static final Map<StreamFeature, Integer> OF_STREAMS =
      Map.of(StreamFeature.SYMBOLS, 4, StreamFeature.DIGITS, 8);

  private static final int MOST_FLAGS = 15;

  private static final Pattern NAME = Pattern.compile("_columns\\.[0-9a-f]{8}\\.index");

  /**
   * Where a column's field and element stand in the JSON.
   *
   * @param crc the CRC32C of this, of the field, and of the element
   */
  record Place(int field, int fieldLength, int element, int elementLength, int crc) {
    /** Whether the checksum is that of what was read there. */
    boolean has(byte[] fieldBytes, byte[] elementBytes) {
      Output place = new Output(ENTRY_BYTES);
      place.u32(field);
      place.u32(fieldLength);
      place.u32(element);
      place.u32(elementLength);
      return crc
          == checksum(place.array(), 0, fieldBytes, 0, fieldLength, elementBytes, 0, elementLength);
    }
  }

  private final long rows;

  /** What the schema file requires. */
  private final List<String> features;

  private final Totals totals;

  /** Those of columns that are wanted, and maybe others. */
  private final List<Integer> found;

  private ColumnIndex(long rows, List<String> features, Totals totals, List<Integer> found) {
    this.rows = rows;
    this.features = features;
    this.totals = totals;
    this.found = found;
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

  /** The numbers of the columns that were wanted; maybe some others. */
  List<Integer> found() {
    return found;
  }

  private static int hash(String text) {
    return Crc.of(text.getBytes(StandardCharsets.UTF_8));
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
    boolean hasKeys = schemaFile.schema().columns().stream().anyMatch(c -> c.key() != null);
    Output out = new Output(HEAD_BYTES + (8 + ENTRY_BYTES) * fields.size());
    out.raw(MAGIC, 0, MAGIC.length);
    out.u32(Crc.of(file, start, end - start));
    out.u32(end - start);
    out.i64(schemaFile.rows());
    int groups = totals.groups().isEmpty() ? 0 : GROUPS;
    int streams = schemaFile.streamFeatures().stream().mapToInt(OF_STREAMS::get).sum();
    out.u8(groups | (hasKeys ? KEYS : 0) | streams);
    out.i64(totals.rawBytes());
    out.u32(fields.size());
    out.u32(0);
    for (Column column : schemaFile.schema().columns()) {
      out.u32(hash(CifSchema.foldCase(column.name())));
    }
    for (Column column : hasKeys ? schemaFile.schema().columns() : List.<Column>of()) {
      out.u32(column.key() == null ? 0 : hash(column.key()));
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
    out.patchU32(FRONT_AT, out.size() + CHECKSUM_BYTES);
    out.u32(Crc.of(out.array(), 0, out.size()));
    for (int i = 0; i < fields.size(); i++) {
      int[] field = fields.get(i);
      int[] element = elements.get(i);
      int at = out.size();
      out.u32(field[0]);
      out.u32(field[1]);
      out.u32(element[0]);
      out.u32(element[1]);
      int fieldAt = start + field[0];
      int elementAt = start + element[0];
      out.u32(checksum(out.array(), at, file, fieldAt, field[1], file, elementAt, element[1]));
    }
    return out.toByteArray();
  }

  /** Of an entry without its checksum, a field and an element. */
  private static int checksum(
      byte[] entry,
      int at,
      byte[] field,
      int fieldStart,
      int fieldLength,
      byte[] element,
      int elementStart,
      int elementLength) {
    CRC32C crc = new CRC32C();
    crc.update(entry, at, ENTRY_BYTES - CHECKSUM_BYTES);
    crc.update(field, fieldStart, fieldLength);
    crc.update(element, elementStart, elementLength);
    return (int) crc.getValue();
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
   * How long the front is, by the head.
   *
   * @param path for errors
   * @param head the first {@link #HEAD_BYTES} bytes, or all if there are fewer
   * @param most bytes that can be
   * @throws CifException if it is no index
   */
  static int frontBytes(Object path, byte[] head, long most) throws CifException {
    if (head.length < HEAD_BYTES || !Arrays.equals(head, 0, 4, MAGIC, 0, 4)) {
      throw damaged(path, 0, "no index of columns, or its end is missing", null);
    }
    if (head[4] != Footer.VERSION) {
      throw damaged(path, 4, "version " + (head[4] & 0xFF) + " is not known here", null);
    }
    long bytes = Integer.toUnsignedLong((int) Input.INT.get(head, FRONT_AT));
    if (bytes < HEAD_BYTES + CHECKSUM_BYTES || bytes > most) {
      throw damaged(path, FRONT_AT, "its front can't have " + bytes + " bytes", null);
    }
    return (int) bytes;
  }

  /**
   * Reads the front of an index.
   *
   * @param path for errors
   * @param front with {@link Input#SLACK} bytes behind it
   * @param bytes how many it has
   * @param crc of the schema file's JSON
   * @param length of the schema file's JSON
   * @throws CifException if it is damaged, or of another schema file
   */
  static ColumnIndex read(
      Object path, byte[] front, int bytes, int crc, long length, WantedColumns wanted)
      throws CifException {
    int end = bytes - CHECKSUM_BYTES;
    if ((int) Input.INT.get(front, end) != Crc.of(front, 0, end)) {
      throw damaged(path, end, "the checksum of the index does not match", null);
    }
    try {
      return parse(new Input(front, 0, end), crc, length, wanted);
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
    int hashes = (flags & KEYS) == 0 ? 1 : 2;
    in.skip(Integer.BYTES);
    if (rows < 0
        || rawBytes < 0
        || flags > MOST_FLAGS
        || columns > in.remaining() / (hashes * Integer.BYTES)) {
      throw in.corrupt("rows, bytes, flags or columns can't be so many");
    }
    int at = in.skip((int) columns * hashes * Integer.BYTES);
    List<Integer> found = found(in.array(), at, (int) columns, hashes == 2, wanted);
    Map<String, Totals.Group> groups = new HashMap<>();
    int count = in.count("the number of group files", in.remaining());
    for (int i = 0; i < count; i++) {
      String name = new String(in.bytes("the name of a group file"), StandardCharsets.UTF_8);
      groups.put(name, new Totals.Group(in.i64(), in.u32()));
    }
    in.expectEnd("the group files");
    return new ColumnIndex(rows, features(flags), new Totals(rawBytes, groups), found);
  }

  private static List<String> features(int flags) {
    List<String> features = new ArrayList<>();
    if ((flags & GROUPS) != 0) {
      features.add(SchemaFile.GROUPS);
    }
    OF_STREAMS.forEach(
        (feature, flag) -> {
          if ((flags & flag) != 0) {
            features.add(feature.text());
          }
        });
    return features;
  }

  private static List<Integer> found(
      byte[] bytes, int at, int columns, boolean hasKeys, WantedColumns wanted) {
    Hashes names = new Hashes(wanted.names());
    Hashes keys = new Hashes(hasKeys ? wanted.keys() : List.of());
    int ofKeys = at + columns * Integer.BYTES;
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      boolean isOne =
          names.have((int) Input.INT.get(bytes, at + i * Integer.BYTES))
              || (hasKeys && keys.have((int) Input.INT.get(bytes, ofKeys + i * Integer.BYTES)));
      if (isOne) {
        found.add(i);
      }
    }
    return found;
  }

  /**
   * Reads an entry.
   *
   * @param path for errors
   * @param offset of the entry in the index
   * @param bytes of the entry
   * @param length of the schema file's JSON
   * @throws CifException if it can't be
   */
  static Place place(Object path, long offset, byte[] bytes, long length) throws CifException {
    Input in = Input.copyOf(bytes, 0, bytes.length);
    if (bytes.length == ENTRY_BYTES) {
      Place place = new Place(in.u32(), in.u32(), in.u32(), in.u32(), in.u32());
      if (fits(place.field, place.fieldLength, length)
          && fits(place.element, place.elementLength, length)) {
        return place;
      }
    }
    throw damaged(path, offset, "a column is said to stand outside of the schema file", null);
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
   * @param fields of {@link #found}, as they stand in the schema file
   * @param elements of these
   */
  SchemaFile schemaFile(List<byte[]> fields, List<byte[]> elements) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    String names = features.stream().map(name -> '"' + name + '"').collect(joining(","));
    write(json, "{\"formatVersion\":" + SchemaFile.VERSION + ",\"requires\":[" + names + "]");
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
