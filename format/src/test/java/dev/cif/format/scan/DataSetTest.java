package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.LocalFiles;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns of a data set are those of all its files, and the keys of its folders. */
class DataSetTest {
  @TempDir java.nio.file.Path folder;
  private FileSystem fs;
  private Path root;

  @BeforeEach
  void prepare() throws IOException {
    fs = LocalFiles.fs();
    root = fs.makeQualified(new Path(folder.toString()));
  }

  private void write(String split, String... namesAndTypes) throws IOException {
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      names.add(namesAndTypes[i]);
      types.add(CifType.parse(namesAndTypes[i + 1]));
    }
    CifSchema schema = CifSchema.of(names, types);
    try (SplitWriter writer =
        SplitWriter.create(fs, new Path(root, split), schema, WriteOptions.DEFAULT)) {
      for (int i = 0; i < names.size(); i++) {
        writer.column(i).appendNull();
      }
      writer.endRow();
    }
  }

  private DataSet read() throws IOException {
    return DataSet.read(fs, root, ReadOptions.DEFAULT);
  }

  @Test
  void columns_areThoseOfAllSplitsInOrder_keysThoseOfFolders() throws IOException {
    write("y=1/m=1/a", "Id", "int", "s", "string");
    write("y=1/m=2/x/a", "s", "string", "id", "bigint", "t", "array<int>");
    DataSet data = read();
    assertEquals(List.of("Id", "s", "t"), data.columns().stream().map(Column::name).toList());
    assertEquals(CifType.BIGINT, data.column("ID").type());
    assertNull(data.column("y"));
    assertEquals(List.of("y", "m"), data.keys());
    assertEquals(2, data.rows());
    assertEquals(7, data.files());
    // Columns in files are none of folders.
    write("t=5/a", "id", "int");
    assertEquals(List.of("y", "m"), read().keys());
  }

  @Test
  void typesThatDoNotGoTogether_areAnErrorThatNamesBoth() throws IOException {
    write("a", "c", "int");
    write("b", "c", "string");
    String error = assertThrows(CifException.class, this::read).getMessage();
    assertTrue(error.contains(root + "/a") && error.contains(root + "/b"), error);
    assertTrue(error.contains("of type string here, but int"), error);
    // Unless another type is wanted, as which both can be read.
    DataSet.read(fs, root, ReadOptions.DEFAULT, TableColumns.STORED, name -> CifType.STRING);
    CifException unfit =
        assertThrows(
            CifException.class,
            () ->
                DataSet.read(
                    fs, root, ReadOptions.DEFAULT, TableColumns.STORED, name -> CifType.DATE));
    assertTrue(unfit.getMessage().contains("cannot be read as date"), unfit.getMessage());
  }

  @Test
  void fieldsThatDifferByCaseAlone_areJoinedOnlyWithExactlyTheSame() throws IOException {
    write("a", "c", "struct<x:int,X:int>");
    write("b", "c", "struct<X:bigint,x:tinyint,y:date>");
    write("d", "c", "struct<Y:date>");
    assertEquals("struct<x:int,X:bigint,y:date>", read().column("c").type().toString());
    write("e", "c", "struct<x:int>");
    String error = assertThrows(CifException.class, this::read).getMessage();
    assertTrue(error.contains("of type struct<x:int> here, but struct<x:int,X:int> in "), error);
  }

  @Test
  void fieldIndex_takesExactlyTheName_elseTheOnlyOneButForCase() {
    CifType type = CifType.parse("struct<x:int,X:int,Ab:int,aB:int,c:int>");
    assertEquals(0, type.fieldIndex("x"));
    assertEquals(1, type.fieldIndex("X"));
    assertEquals(3, type.fieldIndex("aB"));
    assertEquals(4, type.fieldIndex("C"));
    assertEquals(-1, type.fieldIndex("d"));
    assertEquals(CifType.AMBIGUOUS, type.fieldIndex("ab"));
    ColumnPath path = new ColumnPath("s.ab", "s", List.of(new ColumnPath.Step.Field("ab")));
    String error =
        assertThrows(IllegalArgumentException.class, () -> path.typeIn(type)).getMessage();
    assertTrue(error.contains("several fields 'ab' but for case"), error);
    assertFalse(SplitReader.canRead(type, CifType.parse("struct<ab:int>")));
    assertTrue(SplitReader.canRead(type, CifType.parse("struct<x:int>")));
  }

  @Test
  void aMissingFolder_isAnError_anEmptyOneIsNot() throws IOException {
    Path missing = new Path(root, "missing");
    CifException error =
        assertThrows(CifException.class, () -> DataSet.read(fs, missing, ReadOptions.DEFAULT));
    assertTrue(error.getMessage().contains("there is no such folder"), error.getMessage());
    assertEquals(List.of(), read().columns());
  }

  @Test
  void folderValues_areUnescapedAndTyped_theNearestWins() throws IOException {
    FolderValues values =
        FolderValues.of(
            new Path("/t"), new Path("/t/A=1/b=x%2Fy%3D/x/a=02/c=__HIVE_DEFAULT_PARTITION__/s"));
    assertEquals(Set.of("b", "a", "c"), values.keys());
    assertEquals("x/y=", values.text("B"));
    assertEquals(2, ((LongVector) values.value("a", CifType.INT)).values[0]);
    assertTrue(values.value("c", CifType.INT).isNull(0));
    assertTrue(values.value("none", CifType.STRING).isNull(0));
    String error =
        assertThrows(CifException.class, () -> values.value("b", CifType.DATE)).getMessage();
    assertTrue(error.contains("/t/A=1") && error.contains("b=x/y= is no date"), error);
  }

  @Test
  void folderValues_beyondTheType_areErrors() {
    String[][] examples = {
      {"tinyint", "300"},
      {"smallint", "40000"},
      {"int", "3000000000"},
      {"int", ""},
      {"bigint", "9223372036854775808"},
      {"boolean", "2"},
      {"date", "2021-02-31"},
      {"timestamp", "2021-02-31 00:00:00"},
      {"decimal(5,2)", ""},
      {"decimal(5,2)", "123456"},
      {"decimal(5,2)", "1.555"},
      {"varchar(3)", "abcd"},
    };
    for (String[] example : examples) {
      FolderValues values = FolderValues.of(new Path("/t"), new Path("/t/p=" + example[1], "s"));
      CifType type = CifType.parse(example[0]);
      String error = assertThrows(CifException.class, () -> values.value("p", type)).getMessage();
      assertTrue(error.contains("p=" + example[1] + " is no " + type), error);
    }
  }
}
