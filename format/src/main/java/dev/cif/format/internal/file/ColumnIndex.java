package dev.cif.format.internal.file;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.internal.encoding.StreamFeature;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.WantedColumns;
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
 * Index of a schema file of many columns, FORMAT.md section 3.2. It holds the position of each
 * column's JSON, so that a reader of few columns reads and checks no more. Immutable.
 */
final class ColumnIndex {
  /** Greatest length in bytes of the JSON of schema files without an index. */
  static final int SHORT_BYTES = 128 << 10;

  /**
   * Greatest number of columns that are read by the index; for more, the schema file is read whole.
   */
  static final int MOST_COLUMNS = 64;

  private static final byte[] MAGIC = {'C', 'I', 'F', 'I', Footer.VERSION, 0, 0, 0};
  private static final int CHECKSUM_BYTES = Integer.BYTES;

  /** Number of bytes that contain the length of the front. */
  static final int HEAD_BYTES = MAGIC.length + 4 + 4 + 8 + 1 + 8 + 4 + 4;

  private static final int FRONT_AT = HEAD_BYTES - Integer.BYTES;

  /** Size of an entry in bytes: a place, and a checksum of the place and of the JSON there. */
  static final int ENTRY_BYTES = 5 * Integer.BYTES;

  private static final int GROUPS = 1;
  private static final int KEYS = 2;

  /** Flags of the features of streams. */
  private static final Map<StreamFeature, Integer> OF_STREAMS =
      Map.of(StreamFeature.SYMBOLS, 4, StreamFeature.DIGITS, 8);

  private static final int MOST_FLAGS = 15;

  private static final Pattern NAME = Pattern.compile("_columns\\.[0-9a-f]{8}\\.index");

  /**
   * Place of a column's field and element in the JSON.
   *
   * @param field offset of the field in bytes
   * @param fieldLength length of the field in bytes
   * @param element offset of the element in bytes
   * @param elementLength length of the element in bytes
   * @param crc CRC32C of the four numbers, of the field, and of the element
   */
  record Place(int field, int fieldLength, int element, int elementLength, int crc) {
    /** Returns true if the checksum is that of the bytes read there. */
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

  /** Features that the schema file requires. */
  private final List<String> features;

  private final Totals totals;

  /** Numbers of the wanted columns, and perhaps of others. */
  private final List<Integer> found;

  private ColumnIndex(long rows, List<String> features, Totals totals, List<Integer> found) {
    this.rows = rows;
    this.features = features;
    this.totals = totals;
    this.found = found;
  }

  /** Returns the name of the index of the schema file whose JSON has this checksum. */
  static String name(int crc) {
    return String.format(Locale.ROOT, "_columns.%08x.index", crc);
  }

  /** Returns true if a name is that of an index. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Returns the totals of all columns. */
  Totals totals() {
    return totals;
  }

  /** Returns the numbers of the wanted columns, and perhaps of others whose hashes are equal. */
  List<Integer> found() {
    return found;
  }

  private static int hash(String text) {
    return Crc.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Creates the index of a schema file without changes.
   *
   * @param file bytes of the schema file
   * @param start offset of its JSON
   * @param schemaFile content of the schema file
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

  /** Returns the checksum of an entry without its own checksum, a field and an element. */
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

  /** Adds offset and length of each object of a list. */
  private static void addObjects(JsonParser in, List<int[]> places) throws IOException {
    while (in.nextToken() == JsonToken.START_OBJECT) {
      int from = (int) in.currentTokenLocation().getByteOffset();
      in.skipChildren();
      places.add(new int[] {from, (int) in.currentLocation().getByteOffset() - from});
    }
  }

  /**
   * Returns the length of the front, which the head contains.
   *
   * @param path path of the index, for errors
   * @param head first {@link #HEAD_BYTES} bytes, or all if there are fewer
   * @param most greatest possible length in bytes
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
   * @param path path of the index, for errors
   * @param front front, with {@link Input#SLACK} bytes behind it
   * @param bytes length of the front
   * @param crc CRC32C of the schema file's JSON
   * @param length length of the schema file's JSON
   * @throws CifException if the index is damaged, or belongs to another schema file
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

  /** Returns the error of an index that can't be used. */
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
   * @param path path of the index, for errors
   * @param offset offset of the entry in the index
   * @param bytes bytes of the entry
   * @param length length of the schema file's JSON
   * @throws CifException if the entry is invalid
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

  /** Set of a few hashes; a 64-bit mask rules most others out. */
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
   * Returns the schema file of some columns.
   *
   * @param fields JSON of the fields of {@link #found}, as in the schema file
   * @param elements JSON of the elements of {@link #found}, as in the schema file
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
