package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.cif.format.internal.file.Crc;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.write.SplitWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/**
 * A split-directory whose schema file and first column file are made by hand: every checksum is
 * right, whatever else is wrong. Its second column is always healthy.
 */
final class HandMade {
  static final String COLUMN = "made";
  static final String HEALTHY = "healthy";
  static final byte[] HEADER = hex("43 49 46 43 01 00 00 00");

  /** More than any refusal needs, less than what a hostile number of 2^24 or more would take. */
  private static final long MAX_ALLOCATED = 64L << 20;

  private static final long MAX_MESSAGE = 4000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final Path columnFile;

  private HandMade(Path folder) {
    this.folder = folder;
    this.columnFile = folder.resolve("1-" + COLUMN + ".col");
  }

  /** A good split of so many NULLs; the healthy column holds 0, 1, 2 ... */
  static HandMade split(Path folder, String type, int rows) throws IOException {
    CifSchema schema =
        CifSchema.of(List.of(COLUMN, HEALTHY), List.of(CifType.parse(type), CifType.INT));
    HandMade split = new HandMade(folder);
    try (SplitWriter writer =
        SplitWriter.create(Golden.fs(), split.path(), schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < rows; i++) {
        writer.column(0).appendNull();
        Model.append((long) i, writer.column(1));
        writer.endRow();
      }
    }
    return split;
  }

  /** A split that exists, to change its schema file. */
  static HandMade at(Path folder) {
    return new HandMade(folder);
  }

  org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(folder.toString());
  }

  SplitReader open() throws IOException {
    return SplitReader.open(Golden.fs(), path());
  }

  Path schemaFile() {
    return folder.resolve(SplitDirectories.SCHEMA_FILE);
  }

  String columnFileName() {
    return columnFile.getFileName().toString();
  }

  /** The JSON of the schema file. */
  ObjectNode json() throws IOException {
    byte[] bytes = Files.readAllBytes(schemaFile());
    int line = 0;
    while (bytes[line] != '\n') {
      line++;
    }
    return (ObjectNode) MAPPER.readTree(bytes, line + 1, bytes.length - line - 1);
  }

  /** Changes the JSON of the schema file. */
  void editSchema(Consumer<ObjectNode> edit) throws IOException {
    ObjectNode json = json();
    edit.accept(json);
    writeSchema("CIF1", MAPPER.writeValueAsBytes(json));
  }

  /** Writes a schema file of this magic and content. */
  void writeSchema(String magic, byte[] json) throws IOException {
    String head =
        String.format(Locale.ROOT, "%s %d %08x%n", magic, json.length, Crc.of(json))
            .replace("\r\n", "\n");
    Files.deleteIfExists(schemaFile());
    Files.write(schemaFile(), cat(text(head), json, text("\n")));
  }

  /** Replaces the column file by one of these blocks and this footer, and tells the schema file. */
  void writeColumn(byte[] blocks, byte[] footer) throws IOException {
    byte[] trailer = cat(u32(footer.length), u32(Crc.of(footer)), text("CIFC"));
    writeColumnFile(cat(HEADER, blocks, footer, trailer), footer);
  }

  /** Replaces the column file and says in the schema file that it ends with this footer. */
  void writeColumnFile(byte[] file, byte[] footer) throws IOException {
    Files.deleteIfExists(columnFile);
    Files.write(columnFile, file);
    editSchema(
        json -> {
          ObjectNode entry = (ObjectNode) json.path("columns").get(0);
          entry.put("length", file.length).put("footerLength", footer.length);
          entry.put("footerCrc32c", String.format(Locale.ROOT, "%08x", Crc.of(footer)));
        });
  }

  /** Replaces the column file by one of one block in this layout. */
  void writeBlock(int layout, int codec, String type, int rows, byte[] body) throws IOException {
    byte[] distances = layout == 2 || layout == 4 ? hex("01 02") : hex("00");
    boolean hasParts = layout == 0 && (type.startsWith("map") || type.startsWith("struct"));
    byte[] filter = layout == 4 ? hex("00 00 00 00 00") : new byte[0];
    byte[] more = hasParts ? hex("00") : filter;
    writeColumn(
        body,
        cat(
            layout,
            codec,
            string(type),
            distances,
            uvarint(rows),
            hex("01 00 00"),
            cat(uvarint(body.length), uvarint(rows), hex("00"), u32(Crc.of(body)), more),
            hex("00 00")));
  }

  /**
   * Writes a block of layout auto whose entry tells these parts, after the checksum of the head.
   */
  void writeParts(String type, int rows, byte[] body, int head, byte[] parts) throws IOException {
    writeColumn(
        body,
        cat(
            hex("00 00"),
            string(type),
            hex("00"),
            uvarint(rows),
            hex("01 00 00"),
            cat(uvarint(body.length), uvarint(rows), hex("00")),
            u32(Crc.of(java.util.Arrays.copyOf(body, head))),
            parts,
            hex("00 00")));
  }

  /** A footer of layout plain. */
  static byte[] footer(String type, long rows, long blocks, byte[]... entries) {
    return cat(
        hex("01 00"),
        string(type),
        hex("00"),
        uvarint(rows),
        uvarint(blocks),
        hex("00 00"),
        cat((Object[]) entries));
  }

  /** The entry of a block, without NULLs and bounds. */
  static byte[] entry(long length, long rows, byte[] body) {
    return cat(uvarint(length), uvarint(rows), hex("00"), u32(Crc.of(body)), hex("00 00"));
  }

  /** Reads all of the column. */
  void readColumn() throws IOException {
    try (SplitReader reader = open()) {
      ColumnReader column = reader.column(COLUMN);
      column.read(0, (int) Math.min(column.rows(), 1 << 20), ColumnVector.create(column.type()));
    }
  }

  /** Fails unless the other column reads as ever. */
  void expectHealthy() throws IOException {
    try (SplitReader reader = open()) {
      ColumnReader column = reader.column(HEALTHY);
      ColumnVector values = ColumnVector.create(CifType.INT);
      column.read(0, (int) column.rows(), values);
      for (int i = 0; i < values.size(); i++) {
        assertEquals((long) i, Model.of(values, i));
      }
    }
  }

  /** Reading the column fails with an error that names file and column; the other column reads. */
  String columnRefused() throws IOException {
    String message = refused(this::readColumn);
    HostileSplits.keep(
        folder, json().path("columns").get(0).path("file").asText(), COLUMN, message);
    assertTrue(message.contains(columnFileName()), message);
    assertTrue(message.contains("'" + COLUMN + "'"), message);
    expectHealthy();
    return message;
  }

  /** Opening fails with an error that names the schema file. */
  String schemaRefused() throws IOException {
    String message = schemaRefusedByJava();
    HostileSplits.keep(folder, SplitDirectories.SCHEMA_FILE, "", message);
    return message;
  }

  /** Returns Java's refusal of a member that other readers pass over. */
  String schemaRefusedByJava() throws IOException {
    String message = refused(() -> open().close());
    assertTrue(message.contains(SplitDirectories.SCHEMA_FILE), message);
    return message;
  }

  /** Check that a test makes of a case. */
  interface Check<T> {
    void of(String name, T value) throws Throwable;
  }

  /** A test of each case. */
  static <T> Stream<DynamicTest> each(Map<String, T> cases, Check<? super T> check) {
    return cases.entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> check.of(e.getKey(), e.getValue())));
  }

  /** Fails unless this raises a CifException, at little cost; its message. */
  static String refused(Executable attempt) {
    long before = allocated();
    CifException e = assertThrows(CifException.class, attempt);
    long bytes = allocated() - before;
    assertTrue(bytes < MAX_ALLOCATED, () -> bytes + " bytes allocated: " + e.getMessage());
    assertTrue(e.getMessage().length() < MAX_MESSAGE, () -> "a message of endless length");
    return e.getMessage();
  }

  /** Bytes that this thread has allocated so far. */
  static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** Bytes one after another: arrays, and Integers for one byte each. */
  static byte[] cat(Object... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object part : parts) {
      if (part instanceof byte[] bytes) {
        out.writeBytes(bytes);
      } else {
        out.write((Integer) part);
      }
    }
    return out.toByteArray();
  }

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] uvarint(long value) {
    Output out = new Output();
    out.uvarint(value);
    return out.toByteArray();
  }

  static byte[] svarint(long value) {
    Output out = new Output();
    out.svarint(value);
    return out.toByteArray();
  }

  static byte[] u32(int value) {
    Output out = new Output();
    out.u32(value);
    return out.toByteArray();
  }

  /** The bytes behind their length, FORMAT.md's {@code bytes}. */
  static byte[] sized(Object... parts) {
    byte[] bytes = cat(parts);
    return cat(uvarint(bytes.length), bytes);
  }

  static byte[] string(String text) {
    return sized((Object) text(text));
  }
}
