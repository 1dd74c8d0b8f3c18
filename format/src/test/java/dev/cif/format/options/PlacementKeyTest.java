package dev.cif.format.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.read.SplitDirectories;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mark on a split-directory by which it is placed with others. */
class PlacementKeyTest {
  @TempDir java.nio.file.Path folder;

  /** Local files with folders that can be marked. */
  private static final class Marks extends FilterFileSystem {
    final List<String> marks = new ArrayList<>();
    private final IOException fault;

    Marks(IOException fault) throws IOException {
      super(FileSystem.getLocal(new Configuration()).getRaw());
      this.fault = fault;
    }

    @Override
    public void setXAttr(Path path, String name, byte[] value) throws IOException {
      if (fault != null) {
        throw fault;
      }
      assertEquals(0, listStatus(path).length, "marked before the first file is made");
      marks.add(path.getName() + " " + name + "=" + new String(value, StandardCharsets.US_ASCII));
    }
  }

  private Path write(FileSystem fs, String name, WriteOptions options) throws IOException {
    Path split = new Path(folder.resolve(name).toUri());
    CifSchema schema = CifSchema.of(List.of("k"), List.of(CifType.BIGINT));
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, options)) {
      ((LongVector) writer.column(0)).append(1);
      writer.endRow();
    }
    assertTrue(SplitDirectories.isSplitDirectory(fs, split));
    return split;
  }

  @Test
  void splitWriter_marksTheFolder_ofAGroupAndAPartOnly() throws IOException {
    Marks fs = new Marks(null);
    WriteOptions group = WriteOptions.DEFAULT.withGroup("orders");
    write(fs, "none", WriteOptions.DEFAULT.ofPart(3));
    write(fs, "nopart", group);
    assertEquals(List.of(), fs.marks);
    write(fs, "part", group.with("k", ColumnOptions.DEFAULT).ofPart(3));
    write(fs, "other", group.ofPart(3).with("k", ColumnOptions.DEFAULT).ofPart(12));
    assertEquals(
        List.of(
            "part user.cif.placement.group=orders/3", "other user.cif.placement.group=orders/12"),
        fs.marks);
  }

  @Test
  void folderThatCannotBeMarked_isWrittenAllTheSame() throws IOException {
    WriteOptions options = WriteOptions.DEFAULT.withGroup("orders").ofPart(0);
    write(FileSystem.getLocal(new Configuration()), "local", options);
    write(new Marks(new IOException("attributes are disabled")), "disabled", options);
  }

  @Test
  void parse_takesWhatToStringGives_andNothingElse() {
    for (PlacementKey key :
        List.of(new PlacementKey("a.B-c_1", 0), new PlacementKey("x".repeat(64), 999_999_999))) {
      assertEquals(Optional.of(key), PlacementKey.parse(key.toString()));
    }
    for (String none :
        new String[] {
          "", "a", "a/", "/1", "a/01", "a/-1", "a/1000000000", "a/1/2", "a b/1", "a/1\n"
        }) {
      assertEquals(Optional.empty(), PlacementKey.parse(none), none);
    }
    assertThrows(IllegalArgumentException.class, () -> new PlacementKey("a", -1));
    assertThrows(IllegalArgumentException.class, () -> new PlacementKey("a/b", 1));
  }
}
