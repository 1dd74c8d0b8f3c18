package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.scan.DataSet;
import dev.cif.format.schema.CifException;
import dev.cif.format.tables.GoldenTables;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged and hostile table files are one error that names the file; no rows are read then. */
@Timeout(300)
class HostileTableFileTest {
  private static final Path GOOD =
      Golden.FOLDER.resolveSibling("tables").resolve("history").resolve("_cif_table");

  private static final int DAMAGED = Boolean.getBoolean("cif.nightly") ? 20_000 : 400;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("_cif_table");
  }

  private DataSet read() throws IOException {
    return DataSet.read(
        LocalFiles.fs(), new org.apache.hadoop.fs.Path(folder.toUri()), ReadOptions.UNCACHED);
  }

  private String refused() {
    String message = assertThrows(CifException.class, this::read).getMessage();
    assertTrue(message.contains("_cif_table: ") || message.contains("_cif_table, "), message);
    return message;
  }

  private void write(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String head = String.format(Locale.ROOT, "CIFT1 %d %08x%n", bytes.length, crc.getValue());
    Files.writeString(file(), head + json + "\n");
  }

  private static String good() throws IOException {
    String file = Files.readString(GOOD);
    return file.substring(file.indexOf('\n') + 1, file.length() - 1);
  }

  /** Each line replaces a text of the golden file once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          "formatVersion" : 1        | "formatVersion" : 2              | formatVersion is not 1
          "formatVersion" : 1        | "formatVersion" : "1"            | 'formatVersion' is no number
          "writer" : "cif-java"      | "requires" : [ "moons" ]         | it requires "moons"
          "writer" : "cif-java"      | "requires" : "moons"             | 'requires' is no list
          "writer" : "cif-java"      | "revision" : 5                   | Duplicate field 'revision'
          "revision" : 5             | "revision" : 0                   | 'revision' is no number from 1
          "revision" : 5             | "revision" : 5.5                 | 'revision' is no number from 1
          "revision" : 5             | "revision" : 9223372036854775808 | 'revision' is no number from 1
          "revision" : 5             | "owner" : 5, "revision" : 5      | 'owner' is no text
          "columns" : [              | "rows" : [                       | there is no 'columns'
          "name" : "id"              | "name" : "HOST"                  | a number or a name occurs twice
          "name" : "id"              | "name" : "DT"                    | two columns of one name
          "name" : "id"              | "name" : ""                      | a column needs a name
          "name" : "id"              | "name" : null                    | 'name' is no text
          "type" : "bigint"          | "type" : "bigant"                | not a type: 'bigant'
          "type" : "bigint"          | "tape" : "bigint"                | 'type' is no text
          "type" : "bigint"          | "type" : "date"                  | column 'id': stored as
          "default" : "7"            | "default" : "seven"              | cif.default.b is 'seven'
          "default" : "7"            | "default" : 7                    | 'default' is no text
          "number" : 2               | "number" : 1                     | a number or a name occurs twice
          "number" : 2               | "number" : 8                     | too great: column 8
          "number" : 2               | "number" : -2                    | 'number' is no number from 1
          "number" : 2               | "number" : 4294967298            | 'number' is no number from 1
          "h", "host"                | "h", "id"                        | a number or a name occurs twice
          "h", "host"                | "h", 5                           | an element of 'storedAs' is no text
          "table" : "k0123456789ab"  | "table" : "k/1"                  | can't be the table of keys
          "next" : 8                 | "next" : 0                       | 'next' is no number from 1
          "keys" : {                 | "kees" : {                       | there is no 'keys'
          "type" : "date"            | "type" : "array<int>"            | partition column 'dt' is a array<int>
          "cif.layout.s" : "auto"    | "layout" : "auto"                | does not begin with cif.
          "cif.layout.s" : "auto"    | "cif.layout.s" : 1               | 'cif.layout.s' is no text
          """)
  void member_thatCannotBe_isRefusedByName(String from, String to, String message)
      throws IOException {
    GoldenTables.copyHistory(folder);
    assertTrue(good().contains(from), from);
    write(good().replaceFirst(java.util.regex.Pattern.quote(from), to));
    String refused = assertThrows(CifException.class, this::read).getMessage();
    assertTrue(refused.contains(message), refused);
    assertTrue(refused.contains("_cif_table"), refused);
  }

  @Test
  void unknownMembers_areIgnored() throws IOException {
    GoldenTables.copyHistory(folder);
    write(good().replaceFirst("\\{", "{ \"moons\" : { \"a\" : [ 1 ] },"));
    assertEquals(6, read().rows());
  }

  @Test
  void tableWithTransactions_isRefused_butForWhatACompactionWrote() throws IOException {
    GoldenTables.copyHistory(folder);
    write(good().replace("\"revision\" : 5", "\"revision\" : 5, \"transactional\" : \"x\""));
    String message = refused();
    assertTrue(message.contains("transactional (x)"), message);
    assertTrue(message.contains("base_<n>"), message);
    Path base = folder.resolve("base_0000012_v0000044");
    Files.move(
        folder.resolve("dt=2021-01-01"), Files.createDirectories(base).resolve("dt=2021-01-01"));
    DataSet data =
        DataSet.read(
            LocalFiles.fs(), new org.apache.hadoop.fs.Path(base.toUri()), ReadOptions.UNCACHED);
    assertEquals(2, data.rows());
    assertEquals("Host", data.columns().get(0).name());
  }

  @Test
  void laterVersion_isRefusedByName() throws IOException {
    Files.writeString(file(), "CIFT2 2 00000000\n{}\n");
    assertTrue(refused().contains("format version 2 is not known here"));
  }

  @Test
  void fileOfAnotherForm_isRefused() throws IOException {
    for (String text : new String[] {"", "{}", "CIF1 2 00000000\n{}\n", "CIFT1 9 00000000\n{}\n"}) {
      Files.writeString(file(), text);
      refused();
    }
    for (String json : new String[] {"[]", "null", "", "{} {}", "{\"formatVersion\":1"}) {
      write(json);
      refused();
    }
    write("{\"formatVersion\":1,\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
    refused();
  }

  @Test
  void fileWithoutEnd_isReadToItsBoundOnly() throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file().toFile(), "rw")) {
      out.write("CIFT1 3000000000 00000000\n{".getBytes(StandardCharsets.UTF_8));
      // A sparse file, which takes no room on the disk.
      out.setLength(3L << 30);
    }
    assertTrue(refused().contains("cannot have more than"));
  }

  @Test
  void damagedByte_isFoundByTheChecksum() throws IOException {
    byte[] good = Files.readAllBytes(GOOD);
    Random random = new Random(43);
    for (int i = 0; i < good.length; i += 1 + random.nextInt(19)) {
      byte[] damaged = good.clone();
      damaged[i] ^= (byte) (1 + random.nextInt(255));
      Files.write(file(), damaged);
      refused();
      Files.write(file(), java.util.Arrays.copyOf(good, i));
      refused();
    }
  }

  /** With a right checksum, a damaged JSON is another table or an error, and nothing else. */
  @Test
  void damagedJson_isAnErrorOrAnotherTable() throws IOException {
    Random random = new Random(44);
    byte[] good = good().getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < DAMAGED; i++) {
      byte[] damaged = good.clone();
      for (int k = random.nextInt(3); k >= 0; k--) {
        damaged[random.nextInt(damaged.length)] = (byte) (' ' + random.nextInt(95));
      }
      write(new String(damaged, StandardCharsets.UTF_8));
      try {
        read();
      } catch (CifException e) {
        assertTrue(e.getMessage().contains("_cif_table"), e.getMessage());
      }
    }
  }
}
