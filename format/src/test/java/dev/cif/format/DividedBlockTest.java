package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.value.MapKey;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks in parts, FORMAT.md section 6.3: a look-up reads and checks its part and no other. */
class DividedBlockTest {
  private static final int ROWS = 5000;
  private static final CifType MAP = CifType.parse("map<string,bigint>");
  private static final CifType STRUCT = CifType.parse("struct<a:bigint,b:bigint,c:bigint>");

  @TempDir Path folder;

  private final List<Object> maps = new ArrayList<>();
  private final List<Object> structs = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(3);
    CifSchema schema = CifSchema.of(List.of("m", "s"), List.of(MAP, STRUCT));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(ROWS / 2));
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), split(), schema, options)) {
      for (int row = 0; row < ROWS; row++) {
        List<Object> entries = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
          if (row % (k + 1) == 0) {
            entries.add(Model.entry(Model.text("key " + k), random.nextLong()));
          }
        }
        entries.add(Model.entry(Model.text("own " + row), (long) row));
        maps.add(entries);
        structs.add(List.of(random.nextLong(), random.nextLong(), random.nextLong()));
        Model.append(entries, writer.column(0));
        Model.append(structs.get(row), writer.column(1));
        writer.endRow();
      }
    }
  }

  private org.apache.hadoop.fs.Path split() {
    return new org.apache.hadoop.fs.Path(folder.resolve("split").toString());
  }

  private SplitReader open() throws IOException {
    return SplitReader.open(LocalFiles.fs(), split(), ReadOptions.DEFAULT);
  }

  private Path file(String name) {
    return folder.resolve("split").resolve(name);
  }

  private static List<Object> find(SplitReader reader, String key) throws IOException {
    ColumnVector found = ColumnVector.create(CifType.BIGINT);
    reader.column("m").readKey(0, ROWS, MapKey.of(key), found);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      values.add(Model.of(found, i));
    }
    return values;
  }

  private List<Object> expected(String key) {
    List<Object> values = new ArrayList<>();
    for (Object map : maps) {
      Object value = null;
      for (Object e : (List<?>) map) {
        var entry = (java.util.Map.Entry<?, ?>) e;
        value = entry.getKey().equals(Model.text(key)) ? entry.getValue() : value;
      }
      values.add(value);
    }
    return values;
  }

  private static long bytesRead(SplitReader reader, String column) {
    return reader.metrics().columns().get(column).bytesRead();
  }

  @Test
  void lookUpsReadThePartsOfTheirKeys() throws IOException {
    long all = Files.size(file("1-m.col"));
    for (String key : List.of("key 0", "key 9", "own 7", "no such key")) {
      try (SplitReader reader = open()) {
        assertEquals(expected(key), find(reader, key), key);
        // Key 0 stands in every row, and so do keys of their own; key 9 in every tenth.
        long most = key.equals("key 9") ? all / 5 : all / 2;
        assertTrue(bytesRead(reader, "m") < most, bytesRead(reader, "m") + " of " + all);
      }
    }
  }

  @Test
  void wholeValuesAreReadAfterALookUp() throws IOException {
    try (SplitReader reader = open()) {
      assertEquals(expected("key 2"), find(reader, "key 2"));
      ColumnVector whole = ColumnVector.create(MAP);
      reader.column("m").read(0, ROWS, whole);
      for (int row = 0; row < ROWS; row++) {
        assertEquals(maps.get(row), Model.of(whole, row));
      }
      assertEquals(expected("key 3"), find(reader, "key 3"));
      assertEquals(maps.get(ROWS - 1), Model.of(reader.column("m").value(ROWS - 1)));
    }
  }

  @Test
  void fieldsThatAreNotWantedAreNotRead() throws IOException {
    StructVector one = new StructVector(STRUCT);
    one.exclude(0);
    one.exclude(2);
    try (SplitReader reader = open()) {
      reader.column("s").read(0, ROWS, one);
      long all = Files.size(file("2-s.col"));
      assertTrue(bytesRead(reader, "s") < all / 2, bytesRead(reader, "s") + " of " + all);
    }
    for (int row = 0; row < ROWS; row++) {
      assertEquals(((List<?>) structs.get(row)).get(1), Model.of(one.field(1), row));
    }
  }

  @Test
  void damageOfAPartFailsThoseThatReadIt() throws IOException {
    Path file = file("1-m.col");
    byte[] bytes = Files.readAllBytes(file);
    // The values of key 1 in the first block: random numbers, stored as they are.
    Output number = new Output();
    number.i64((Long) expected("key 1").get(1000));
    int at = indexOf(bytes, number.toByteArray());
    bytes[at] ^= 1;
    Files.write(file, bytes);
    try (SplitReader reader = open()) {
      assertEquals(expected("key 0"), find(reader, "key 0"));
      CifException e = assertThrows(CifException.class, () -> find(reader, "key 1"));
      assertTrue(e.getMessage().contains("part 1 of block 0"), e.getMessage());
      assertTrue(e.getMessage().contains("1-m.col, column 'm', offset "), e.getMessage());
      assertThrows(
          CifException.class, () -> reader.column("m").read(0, ROWS, ColumnVector.create(MAP)));
      assertEquals(expected("key 9"), find(reader, "key 9"));
    }
  }

  @Test
  void damagedHeaderFailsLookUpsToo() throws IOException {
    byte[] bytes = Files.readAllBytes(file("1-m.col"));
    bytes[0] = 'X';
    Files.write(file("1-m.col"), bytes);
    try (SplitReader reader = open()) {
      CifException e = assertThrows(CifException.class, () -> find(reader, "key 0"));
      assertTrue(e.getMessage().contains("offset 0: not a CIF column file"), e.getMessage());
    }
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int at = 0; at <= bytes.length - wanted.length; at++) {
      if (java.util.Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    throw new AssertionError("the number does not stand in the file as it is");
  }
}
