package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.FailingFileSystem;
import dev.cif.format.LocalFiles;
import dev.cif.format.Model;
import dev.cif.format.SteppedFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A column is added whole or not at all, whoever reads, writes or dies meanwhile. */
class AddedColumnTest {
  private static final CifSchema SCHEMA =
      CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
  private static final int ROWS = 250;
  private static final String LOCK = "_schema.cif.lock";

  @TempDir java.nio.file.Path folder;
  private FileSystem local;
  private Path split;

  @BeforeEach
  void prepare() throws IOException {
    local = LocalFiles.fs();
    split = new Path(folder.toString(), "split");
    write(split, "row ");
  }

  private void write(Path place, String text) throws IOException {
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(100);
    try (SplitWriter writer = SplitWriter.create(local, place, SCHEMA, WriteOptions.of(options))) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(i);
        ((BytesVector) writer.column(1)).append(text + i);
        writer.endRow();
      }
    }
  }

  /** Writes a column of the squares of n; not published. */
  private static AddedColumn squares(FileSystem fs, Path split, String name) throws IOException {
    ColumnOptions options = ColumnOptions.DEFAULT.withBlockRows(100);
    try (SplitReader reader = SplitReader.open(fs, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs, reader, name, CifType.BIGINT, options, List.of("N"), "test")) {
      ColumnReader n = reader.column("n");
      for (int i = 0; i < ROWS; i++) {
        long value = n.value(i).asLong();
        ((LongVector) writer.vector()).append(value * value);
        writer.endRow();
      }
      // Stands for another process that publishes it.
      return AddedColumn.fromJson(writer.finish().toJson());
    }
  }

  private void expectSquares(Path place, String name) throws IOException {
    try (SplitReader reader = SplitReader.open(local, place)) {
      ColumnVector squares = ColumnVector.create(CifType.BIGINT);
      reader.column(name, CifType.BIGINT).read(0, ROWS, squares);
      for (int i = 0; i < ROWS; i++) {
        assertEquals((long) i * i, Model.of(squares, i));
      }
    }
  }

  private void expectRows(SplitReader reader) throws IOException {
    assertEquals(ROWS, reader.rows());
    for (int i = 0; i < ROWS; i += 50) {
      assertEquals(i, reader.column("n").value(i).asLong());
      assertEquals("row " + i, reader.column("s").value(i).asString());
    }
  }

  private Set<String> files(Path place) throws IOException {
    Set<String> names = new TreeSet<>();
    for (FileStatus file : local.listStatus(place)) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x", "_added.test/../../x", "1-n.col", "schema.cif", "_added.\\\\u0000"})
  void columnWhoseFileIsNoHiddenOneOfTheSplit_isRefused(String name) throws IOException {
    String json = squares(local, split, "x").toJson();
    String hostile = json.replaceFirst("\"file\":\"[^\"]*\"", "\"file\":\"" + name + "\"");
    assertFalse(hostile.equals(json));
    String message =
        assertThrows(CifException.class, () -> AddedColumn.fromJson(hostile)).getMessage();
    assertTrue(message.contains("cannot be"), message);
  }

  @Test
  void columnStandsBesideTheOthersAndReadersGoOn() throws IOException {
    try (SplitReader before = SplitReader.open(local, split)) {
      assertEquals(0, before.column("n").value(0).asLong());
      AddedColumn column = squares(local, split, "Square n");
      try (SplitReader between = SplitReader.open(local, split)) {
        assertEquals(SCHEMA, between.schema());
      }
      assertTrue(column.publish(local));
      expectSquares(split, "square N");
      expectRows(before);
      assertEquals(SCHEMA, before.schema());
    }
    try (SplitReader after = SplitReader.open(local, split)) {
      expectRows(after);
      assertEquals(new Column(3, "Square n", CifType.BIGINT), after.schema().column(2));
      for (int i = 0; i < 3; i++) {
        after.verify(i);
      }
    }
    assertEquals(Set.of("1-n.col", "2-s.col", "3-square_n.col", "schema.cif"), files(split));
  }

  @Test
  void ofTwoThatAddTheSameColumnOneIsTaken() throws IOException {
    AddedColumn first = squares(local, split, "square");
    AddedColumn second = squares(local, split, "SQUARE");
    assertTrue(second.publish(local));
    assertFalse(first.publish(local));
    assertFalse(second.publish(local));
    expectSquares(split, "square");
    assertEquals(Set.of("1-n.col", "2-s.col", "3-square.col", "schema.cif"), files(split));
    try (SplitReader reader = SplitReader.open(local, split)) {
      assertTrue(AddedColumnWriter.isAdded(reader, "square", CifType.BIGINT));
      assertThrows(
          CifException.class, () -> AddedColumnWriter.isAdded(reader, "square", CifType.INT));
    }
  }

  @Test
  void columnsThatAreAddedAtATimeAreBothKept() throws IOException {
    AddedColumn one = squares(local, split, "one");
    AddedColumn two = squares(local, split, "two");
    assertTrue(one.publish(local));
    assertTrue(two.publish(local));
    expectSquares(split, "one");
    expectSquares(split, "two");
  }

  @Test
  void columnOfAnotherTypeIsKept() throws IOException {
    AddedColumn column = squares(local, split, "S");
    CifException e = assertThrows(CifException.class, () -> column.publish(local));
    assertTrue(e.getMessage().contains("string"), e.getMessage());
    try (SplitReader reader = SplitReader.open(local, split)) {
      expectRows(reader);
    }
  }

  /** Removes the split but for the file that is not published, which is put aside. */
  private void keepHidden() throws IOException {
    Path aside = new Path(folder.toString(), "aside");
    local.mkdirs(aside);
    for (FileStatus file : local.listStatus(split)) {
      if (file.getPath().getName().startsWith("_")) {
        assertTrue(local.rename(file.getPath(), new Path(aside, file.getPath().getName())));
      }
    }
    assertTrue(local.delete(split, true));
  }

  private void moveHiddenBack() throws IOException {
    Path aside = new Path(folder.toString(), "aside");
    for (FileStatus file : local.listStatus(aside)) {
      assertTrue(local.rename(file.getPath(), new Path(split, file.getPath().getName())));
    }
  }

  @Test
  void columnOfASplitThatWasRewrittenIsNotPublished() throws IOException {
    AddedColumn column = squares(local, split, "square");
    keepHidden();
    write(split, "other ");
    moveHiddenBack();
    assertTrue(column.publish(local), "the column that it was computed from is the same");
    expectSquares(split, "square");

    AddedColumn stale = squares(local, split, "again");
    keepHidden();
    try (SplitWriter writer = SplitWriter.create(local, split, SCHEMA, WriteOptions.DEFAULT)) {
      for (int i = 0; i < ROWS; i++) {
        ((LongVector) writer.column(0)).append(-i);
        ((BytesVector) writer.column(1)).append("row " + i);
        writer.endRow();
      }
    }
    moveHiddenBack();
    CifException e = assertThrows(CifException.class, () -> stale.publish(local));
    assertTrue(e.getMessage().contains("rewritten"), e.getMessage());
  }

  /** Adds a column in the moment in which the schema file is opened to be read. */
  private static final class Overtaking extends FilterFileSystem {
    private AddedColumn column;

    Overtaking(FileSystem fs, AddedColumn column) {
      super(fs);
      this.column = column;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      if (column != null && path.getName().equals(SplitDirectories.SCHEMA_FILE)) {
        AddedColumn now = column;
        column = null;
        assertTrue(now.publish(fs));
      }
      return super.open(path, bufferSize);
    }
  }

  @Test
  void readerThatIsOvertakenSeesTheColumn() throws IOException {
    AddedColumn column = squares(local, split, "square");
    try (SplitReader reader = SplitReader.open(new Overtaking(local, column), split)) {
      expectRows(reader);
      assertEquals(3, reader.schema().size());
    }
  }

  /** Renames over nothing that exists, as Hive's view of local files. */
  private static final class Reluctant extends FilterFileSystem {
    Reluctant(FileSystem fs) {
      super(fs);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
      return !exists(to) && super.rename(from, to);
    }
  }

  @Test
  void columnIsAddedWhereLocalFilesAreNotRenamedOverOthers() throws IOException {
    FileSystem fs = new Reluctant(local);
    assertTrue(squares(fs, split, "square").publish(fs));
    expectSquares(split, "square");
    assertEquals(Set.of("1-n.col", "2-s.col", "3-square.col", "schema.cif"), files(split));
  }

  @Test
  void tooFewValuesAreRefusedAndLeaveNothing() throws IOException {
    try (SplitReader reader = SplitReader.open(local, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                local, reader, "few", CifType.INT, ColumnOptions.DEFAULT, List.of(), "test")) {
      ((LongVector) writer.vector()).append(1);
      writer.endRow();
      assertThrows(CifException.class, writer::finish);
    }
    assertEquals(Set.of("1-n.col", "2-s.col", "schema.cif"), files(split));
  }

  @Test
  void leftoversOfAnOwnerCanBeRemoved() throws IOException {
    AddedColumn column = squares(local, split, "square");
    AddedColumnWriter.removeLeftovers(local, split, "tes");
    assertEquals(4, files(split).size());
    AddedColumnWriter.removeLeftovers(local, split, "test");
    assertEquals(Set.of("1-n.col", "2-s.col", "schema.cif"), files(split));
    assertThrows(IOException.class, () -> column.publish(local));
  }

  /** Whoever adds is stopped at every step; whoever comes after adds the column. */
  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void processThatStopsAtAnyStepLeavesASplitThatIsWhole(boolean dies, boolean inHdfs)
      throws IOException {
    FileSystem below = inHdfs ? new SteppedFiles() : local;
    boolean success = false;
    int step = 0;
    for (; !success; step++) {
      Path place = new Path(folder.toString(), "stopped-" + step);
      write(place, "row ");
      FailingFileSystem fs = new FailingFileSystem(below, step, dies);
      try {
        squares(fs, place, "square").publish(fs);
        success = !fs.hasFailed();
      } catch (IOException e) {
        assertTrue(fs.hasFailed(), e.toString());
      }
      boolean added;
      try (SplitReader reader = SplitReader.open(local, place)) {
        expectRows(reader);
        added = AddedColumnWriter.isAdded(reader, "square", CifType.BIGINT);
      }
      assertTrue(added || !success, "step " + step);
      Path lock = new Path(place, LOCK);
      if (local.exists(lock)) {
        assertFalse(success, "the lock is left");
        // Ten minutes later.
        local.setTimes(lock, 0, -1);
      }
      assertEquals(!added, squares(local, place, "square").publish(local));
      expectSquares(place, "square");
      assertFalse(local.exists(lock));
    }
    assertTrue(step > 10, "the steps are all tried, " + step);
  }

  /** A second attempt publishes the computed column: nothing is lost. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void publishingThatStopsAtAnyStepCanBeRepeated(boolean dies) throws IOException {
    boolean success = false;
    int step = 0;
    for (; !success; step++) {
      Path place = new Path(folder.toString(), "again-" + step);
      write(place, "row ");
      AddedColumn column = squares(local, place, "square");
      FailingFileSystem fs = new FailingFileSystem(new SteppedFiles(), step, dies);
      try {
        column.publish(fs);
        success = !fs.hasFailed();
      } catch (IOException e) {
        assertTrue(fs.hasFailed(), e.toString());
      }
      Path lock = new Path(place, LOCK);
      if (local.exists(lock)) {
        // Ten minutes later.
        local.setTimes(lock, 0, -1);
      }
      column.publish(local);
      expectSquares(place, "square");
      Set<String> left = files(place);
      // A lock that could not be removed is removed by whoever comes ten minutes later.
      left.removeIf(name -> name.startsWith(dies ? "_" : LOCK + "."));
      assertEquals(4, left.size(), left::toString);
    }
    assertTrue(step > 7, "the steps are all tried, " + step);
  }
}
