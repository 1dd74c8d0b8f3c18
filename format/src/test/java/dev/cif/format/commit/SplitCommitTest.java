package dev.cif.format.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.Model;
import dev.cif.format.SteppedFiles;
import dev.cif.format.SteppedFiles.Step;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits are published, and columns added, whatever fails or comes in between. */
class SplitCommitTest {
  private static final String SCHEMA_FILES = "_schema.cif.";
  private static final String LOCK = "_schema.cif.lock";

  @TempDir java.nio.file.Path folder;
  private FileSystem local;
  private SteppedFiles fs;
  private Path split;

  @BeforeEach
  void open() throws IOException {
    local = LocalFiles.fs();
    fs = new SteppedFiles();
    split = new Path(folder.toString(), "split");
  }

  private static SplitWriter begin(FileSystem fs, Path split, String column) throws IOException {
    CifSchema schema = CifSchema.of(List.of(column), List.of(CifType.INT));
    return SplitWriter.create(fs, split, schema, WriteOptions.of(options()));
  }

  /** Each row is written when it is appended. */
  private static ColumnOptions options() {
    return ColumnOptions.DEFAULT.withBlockRows(1);
  }

  private static void append(SplitWriter writer, int value) throws IOException {
    ((LongVector) writer.column(0)).append(value);
    writer.endRow();
  }

  private void write(int value) throws IOException {
    try (SplitWriter writer = begin(local, split, "n")) {
      append(writer, value);
    }
  }

  private void expect(String column, long value) throws IOException {
    try (SplitReader reader = SplitReader.open(local, split)) {
      ColumnVector values = ColumnVector.create(CifType.INT);
      reader.column(column).read(0, 1, values);
      assertEquals(value, Model.of(values, 0));
      for (int i = 0; i < reader.schema().size(); i++) {
        reader.verify(i);
      }
    }
  }

  private Set<String> files() throws IOException {
    Set<String> names = new TreeSet<>();
    for (FileStatus file : local.listStatus(split)) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  @Test
  void publish_byARenameThatHappensAndThrows_isPublished() throws IOException {
    fs.after(Step.RENAME, SCHEMA_FILES, SteppedFiles::fail);
    try (SplitWriter writer = begin(fs, split, "n")) {
      append(writer, 7);
    }
    expect("n", 7);
    assertEquals(Set.of("1-n.col", "schema.cif"), files());
  }

  @Test
  void publish_byARenameThatFails_leavesNothing() throws IOException {
    fs.before(Step.RENAME, SCHEMA_FILES, SteppedFiles::fail);
    SplitWriter writer = begin(fs, split, "n");
    append(writer, 7);
    IOException e = assertThrows(IOException.class, writer::close);
    assertEquals("the connection is lost", e.getMessage());
    assertFalse(local.exists(split));
  }

  @Test
  void publish_whoseEndIsNotKnown_removesNothing() throws IOException {
    fs.after(Step.RENAME, SCHEMA_FILES, SteppedFiles::fail);
    fs.before(Step.DELETE, SCHEMA_FILES, SteppedFiles::fail);
    SplitWriter writer = begin(fs, split, "n");
    append(writer, 7);
    CifException e = assertThrows(CifException.class, writer::close);
    assertTrue(e.getMessage().contains("is not known"), e.getMessage());
    writer.abort();
    expect("n", 7);
  }

  private FileSystem files(boolean isLocal) {
    return isLocal ? local : fs;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoWriters_ofTheSameFiles_theLoserRemovesNothingOfTheWinner(boolean isLocal)
      throws IOException {
    SplitWriter winner = begin(files(isLocal), split, "n");
    SplitWriter loser = begin(files(isLocal), split, "n");
    append(winner, 1);
    assertThrows(IOException.class, () -> append(loser, 2));
    loser.abort();
    assertEquals(Set.of("1-n.col"), files());
    winner.close();
    expect("n", 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoWriters_ofOtherFiles_theLoserRemovesItsOwn(boolean isLocal) throws IOException {
    SplitWriter winner = begin(files(isLocal), split, "n");
    SplitWriter loser = begin(files(isLocal), split, "m");
    append(winner, 1);
    append(loser, 2);
    winner.close();
    IOException e = assertThrows(IOException.class, loser::close);
    assertTrue(e.getMessage().contains("another process has written it"), e.getMessage());
    expect("n", 1);
    assertEquals(Set.of("1-n.col", "schema.cif"), files());
  }

  @Test
  void twoWriters_ofWhichOneIsFasterBeforeTheRename_theOtherLoses() throws IOException {
    SplitWriter winner = begin(fs, split, "n");
    SplitWriter loser = begin(fs, split, "m");
    append(winner, 1);
    append(loser, 2);
    fs.before(Step.RENAME, SCHEMA_FILES, winner::close);
    assertThrows(IOException.class, loser::close);
    expect("n", 1);
    assertEquals(Set.of("1-n.col", "schema.cif"), files());
  }

  @Test
  void abort_inAFolderThatIsAnothersByNow_removesNothing() throws IOException {
    SplitWriter late = begin(local, split, "n");
    append(late, 1);
    assertTrue(local.delete(split, true));
    write(2);
    late.abort();
    expect("n", 2);
  }

  /** Writes a column of one value. */
  private AddedColumn column(FileSystem files, String name, int value) throws IOException {
    try (SplitReader reader = SplitReader.open(files, split);
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                files, reader, name, CifType.INT, options(), List.of("n"), "test")) {
      ((LongVector) writer.vector()).append(value);
      writer.endRow();
      return writer.finish();
    }
  }

  @Test
  void addedColumn_byAReplacementThatHappensAndThrows_isAdded() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    fs.after(Step.REPLACE, SCHEMA_FILES, SteppedFiles::fail);
    assertTrue(column.publish(fs));
    expect("c", 2);
    assertEquals(Set.of("1-n.col", "2-c.col", "schema.cif"), files());
  }

  @Test
  void addedColumn_byAReplacementThatDoesHalfOfIt_isAdded() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    Path schema = new Path(split, "schema.cif");
    fs.before(
        Step.REPLACE,
        SCHEMA_FILES,
        () -> {
          assertTrue(local.delete(schema, false));
          SteppedFiles.fail();
        });
    assertTrue(column.publish(fs));
    expect("n", 1);
    expect("c", 2);
    assertEquals(Set.of("1-n.col", "2-c.col", "schema.cif"), files());
  }

  @Test
  void addedColumn_whoseReplacementFails_canBeRepeated() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    Set<String> before = files();
    for (Step step : new Step[] {Step.CREATE, Step.REPLACE}) {
      fs.before(step, step == Step.REPLACE ? SCHEMA_FILES : LOCK + ".", SteppedFiles::fail);
      IOException e = assertThrows(IOException.class, () -> column.publish(fs));
      assertEquals("the connection is lost", e.getMessage());
      assertEquals(before, files());
      expect("n", 1);
    }
    assertTrue(column.publish(fs));
    expect("c", 2);
    assertEquals(Set.of("1-n.col", "2-c.col", "schema.cif"), files());
  }

  @Test
  void addedColumn_whosePlacingHappensAndThrows_isAdded() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    fs.after(Step.RENAME, "_added.", SteppedFiles::fail);
    assertTrue(column.publish(fs));
    expect("c", 2);
    assertEquals(Set.of("1-n.col", "2-c.col", "schema.cif"), files());
  }

  @Test
  void locksThatWereLeftUnderOtherNames_areRemovedWhenTheyAreOld() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    Path old = new Path(split, LOCK + ".1");
    local.create(old).close();
    local.setTimes(old, 0, -1);
    local.create(new Path(split, LOCK + ".2")).close();
    assertTrue(column.publish(fs));
    assertEquals(Set.of("1-n.col", "2-c.col", "schema.cif", LOCK + ".2"), files());
  }

  /** The answer is lost, and another adds a column before it is looked up what has happened. */
  @Test
  void addedColumn_thatIsOvertakenBeforeItIsLookedUp_isAdded() throws IOException {
    write(1);
    AddedColumn slow = column(fs, "slow", 2);
    AddedColumn fast = column(fs, "fast", 3);
    fs.after(
        Step.REPLACE,
        SCHEMA_FILES,
        () -> {
          local.setTimes(new Path(split, LOCK), 0, -1);
          assertTrue(fast.publish(fs));
          SteppedFiles.fail();
        });
    assertTrue(slow.publish(fs));
    expect("fast", 3);
    expect("slow", 2);
  }

  @Test
  void publish_afterWhichAnotherAddsAColumnBeforeItIsLookedUp_isPublished() throws IOException {
    fs.after(
        Step.RENAME,
        SCHEMA_FILES,
        () -> {
          assertTrue(column(fs, "c", 2).publish(fs));
          SteppedFiles.fail();
        });
    try (SplitWriter writer = begin(fs, split, "n")) {
      append(writer, 7);
    }
    expect("n", 7);
    expect("c", 2);
  }

  /** The lock's term ends while its holder sleeps, right in the step that counts. */
  @Test
  void addedColumn_ofAHolderThatSleptBeyondItsTerm_takesNoOtherAway() throws IOException {
    write(1);
    AddedColumn slow = column(fs, "slow", 2);
    AddedColumn fast = column(fs, "fast", 3);
    fs.before(
        Step.REPLACE,
        SCHEMA_FILES,
        () -> {
          local.setTimes(new Path(split, LOCK), 0, -1);
          assertTrue(fast.publish(fs));
        });
    assertThrows(IOException.class, () -> slow.publish(fs));
    expect("fast", 3);
    assertTrue(slow.publish(fs));
    expect("n", 1);
    expect("fast", 3);
    expect("slow", 2);
    assertEquals(
        Set.of("1-n.col", "2-fast.col", "3-slow.col", "schema.cif"),
        files().stream()
            .map(f -> f.replace(".g1", ""))
            .collect(java.util.stream.Collectors.toSet()));
  }

  @Test
  void addedColumn_ofAHolderThatSleptBeforeItLooked_isToldSo() throws IOException {
    write(1);
    AddedColumn slow = column(fs, "slow", 2);
    AddedColumn fast = column(fs, "fast", 3);
    fs.before(
        Step.RENAME,
        "_added.",
        () -> {
          local.setTimes(new Path(split, LOCK), 0, -1);
          assertTrue(fast.publish(fs));
        });
    CifException e = assertThrows(CifException.class, () -> slow.publish(fs));
    assertTrue(e.getMessage().contains("try again"), e.getMessage());
    assertTrue(slow.publish(fs));
    expect("fast", 3);
    expect("slow", 2);
  }

  /** Two processes, of which one sleeps, publish one column. */
  @Test
  void addedColumn_thatTwoPublish_isThereOnceAndWhole() throws IOException {
    write(1);
    AddedColumn column = column(fs, "c", 2);
    fs.before(
        Step.REPLACE,
        SCHEMA_FILES,
        () -> {
          local.setTimes(new Path(split, LOCK), 0, -1);
          assertTrue(column.publish(fs));
        });
    assertThrows(IOException.class, () -> column.publish(fs));
    expect("c", 2);
    assertFalse(column.publish(fs));
    expect("c", 2);
    assertEquals(3, files().size(), () -> "one file of the column");
  }

  /** A file system of which nothing is known but that it has files. */
  private static final class OtherFiles extends RawLocalFileSystem {
    OtherFiles() throws IOException {
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public URI getUri() {
      return URI.create("other:///");
    }
  }

  @Test
  void otherFileSystem_takesSplitsButNoColumns() throws IOException {
    FileSystem other = new OtherFiles();
    Path there = new Path("other://" + split);
    try (SplitWriter writer = begin(other, there, "n")) {
      append(writer, 1);
    }
    expect("n", 1);
    Set<String> before = files();
    try (SplitReader reader = SplitReader.open(other, there)) {
      CifException e =
          assertThrows(
              CifException.class,
              () ->
                  AddedColumnWriter.create(
                      other, reader, "c", CifType.INT, options(), List.of(), "test"));
      assertTrue(e.getMessage().contains("not of other"), e.getMessage());
    }
    AddedColumn column = column(local, "c", 2);
    AddedColumn moved = AddedColumn.fromJson(column.toJson().replace("\"" + split, "\"" + there));
    CifException e = assertThrows(CifException.class, () -> moved.publish(other));
    assertTrue(e.getMessage().contains("column 'c'"), e.getMessage());
    assertTrue(column.publish(local));
    assertEquals(before.size() + 1, files().size());
  }

  @Test
  void wrapperOfHdfs_takesColumns() throws IOException {
    write(1);
    FileSystem wrapper = new FilterFileSystem(new FilterFileSystem(fs));
    fs.after(Step.REPLACE, SCHEMA_FILES, SteppedFiles::fail);
    assertTrue(column(wrapper, "c", 2).publish(wrapper));
    expect("c", 2);
  }

  @Test
  void view_takesColumns() throws IOException {
    write(1);
    Configuration conf = new Configuration(false);
    conf.set("fs.viewfs.impl", "org.apache.hadoop.fs.viewfs.ViewFileSystem");
    conf.set("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
    conf.set("fs.viewfs.mounttable.test.link./data", folder.toUri().toString());
    try (FileSystem view = FileSystem.newInstance(URI.create("viewfs://test/"), conf)) {
      Path there = new Path("viewfs://test/data/split");
      AddedColumn column;
      try (SplitReader reader = SplitReader.open(view, there);
          AddedColumnWriter writer =
              AddedColumnWriter.create(
                  view, reader, "c", CifType.INT, options(), List.of("n"), "test")) {
        ((LongVector) writer.vector()).append(2);
        writer.endRow();
        column = writer.finish();
      }
      assertTrue(column.publish(view));
    }
    expect("c", 2);
  }
}
