package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;
import org.apache.impala.extdatasource.thrift.TCloseParams;
import org.apache.impala.extdatasource.thrift.TColumnDesc;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.apache.impala.extdatasource.thrift.TGetNextParams;
import org.apache.impala.extdatasource.thrift.TGetNextResult;
import org.apache.impala.extdatasource.thrift.TOpenParams;
import org.apache.impala.extdatasource.thrift.TOpenResult;
import org.apache.impala.extdatasource.thrift.TPrepareParams;
import org.apache.impala.extdatasource.thrift.TTableSchema;
import org.apache.impala.extdatasource.v1.ExternalDataSource;
import org.apache.impala.thrift.TColumnType;
import org.apache.impala.thrift.TColumnValue;
import org.apache.impala.thrift.TErrorCode;
import org.apache.impala.thrift.TPrimitiveType;
import org.apache.impala.thrift.TScalarType;
import org.apache.impala.thrift.TStatus;
import org.apache.impala.thrift.TTypeNode;
import org.apache.impala.thrift.TTypeNodeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that errors become statuses that name the fault, its place, and the remedy. */
class FaultsTest {
  @TempDir Path folder;

  private static String failure(ImpalaDriver driver, String... columns) {
    return assertThrows(ImpalaDriver.QueryFailed.class, () -> driver.select(columns)).getMessage();
  }

  private TestTable table() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", "int").column("s", "string");
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(List.of(i, "value " + i));
    }
    table.split("s1", rows);
    return table;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~|not a JSON object",
        "x|not valid JSON",
        "{\"path\": \"/t\"} x|not valid JSON",
        "{\"path\": \"/t\", \"path\": \"/u\"}|not valid JSON",
        "[]|not a JSON object",
        "{}|'path' is missing",
        "{\"path\": 7}|'path' is missing",
        "{\"path\": \"t\"}|it must be absolute",
        "{\"path\": \"a:b:c\"}|'path' is no path",
        "{\"path\": \"/t\", \"paths\": \"/u\"}|no setting 'paths'; the settings are [path, columns, "
            + "missing_columns, invalid_utf8, timestamp_predicates, verify_checksums]",
        "{\"path\": \"/t\", \"columns\": []}|'columns' is not an object",
        "{\"path\": \"/t\", \"columns\": {\"c\": 1}}|column 'c' of 'columns' is not given as a text",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"x\", \"C\": \"y\"}}|column 'c' occurs twice",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"m['x\"}}|the ' is never closed at character 3",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"m[x]\"}}|expected a key in quotes",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"m['x'\"}}|expected ']' at character 6",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"a b\"}}|expected '[' or '.' at character 3",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"content-type\"}}|expected '[' or '.'",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"1a\"}}|expected a name",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"\"}}|expected a name",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"s.\"}}|expected a name",
        "{\"path\": \"/t\", \"columns\": {\"c\": \"a[99999999999999999999]\"}}|64 bits",
        "{\"path\": \"/t\", \"invalid_utf8\": \"skip\"}|'invalid_utf8' is \"skip\"; it is one of "
            + "[error, replace, null]",
        "{\"path\": \"/t\", \"missing_columns\": true}|it is one of [null, error]",
        "{\"path\": \"/t\", \"timestamp_predicates\": 1}|it is true or false",
        "{\"path\": \"/no/such/folder\"}|there is no such folder; correct \"path\"",
        "{\"path\": \"nosuchscheme://h/t\"}|nosuchscheme"
      })
  void prepareAndOpen_badInitString_sayWhatIsAllowed(String init, String expected) {
    String planned = failure(new ImpalaDriver(init).column("c", "INT"), "c");
    assertTrue(planned.contains(expected), planned);
    TOpenResult opened = new CifDataSource().open(new TOpenParams().setInit_string(init));
    assertEquals(TErrorCode.RUNTIME_ERROR, opened.getStatus().getStatus_code());
    assertTrue(opened.getStatus().getError_msgs().get(0).contains(expected));
    assertFalse(opened.isSetScan_handle());
  }

  @Test
  void prepare_initStringWithImpalasPrefixForCaching_isTaken() throws Exception {
    ImpalaDriver driver = new ImpalaDriver("CACHE_CLASS::" + table().init()).column("c", "INT");
    assertEquals(1000, driver.select("c").size());
  }

  @Test
  void select_damagedColumn_namesFileColumnAndOffset() throws Exception {
    TestTable table = table();
    Path file = ScanTest.file(folder.resolve("t/s1"), "c");
    byte[] bytes = Files.readAllBytes(file);
    bytes[20] ^= 0x55;
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    ImpalaDriver driver =
        new ImpalaDriver(table.init()).column("c", "INT").column("s", "STRING").threads(4);
    String message = failure(driver, "c");
    assertTrue(message.contains(file.getFileName() + ", column 'c', offset "), message);
    assertEquals(1000, driver.select("s").size());
  }

  @Test
  void select_damagedSchemaFile_isAnError() throws Exception {
    TestTable table = table();
    Files.write(folder.resolve("t/s1/schema.cif"), new byte[10]);
    Files.deleteIfExists(folder.resolve("t/s1/.schema.cif.crc"));
    String message = failure(new ImpalaDriver(table.init()).column("c", "INT"), "c");
    assertTrue(message.contains("schema.cif"), message);
  }

  @Test
  void select_folderWithFilesOfAnotherFormat_isAnError() throws Exception {
    TestTable table = table();
    Files.writeString(folder.resolve("t/data.parquet"), "x");
    String message = failure(new ImpalaDriver(table.init()).column("c", "INT"), "c");
    assertTrue(message.contains("data.parquet: this is no part of a split-directory"), message);
  }

  @Test
  void select_partitionValueOfAnotherType_isAnError() throws Exception {
    TestTable table = new TestTable(folder.resolve("t")).column("c", "int");
    table.split("k=x/s", List.of(List.of(1)));
    ImpalaDriver driver = new ImpalaDriver(table.init()).column("k", "INT");
    String message = failure(driver, "k");
    assertTrue(message.contains("/k=x/s: the folder's k='x' is no INT"), message);
  }

  @ParameterizedTest
  @CsvSource({"c['k']", "s.f", "m.f", "m[1]", "st['k']", "st[0]", "l['k']", "l.f", "n['k']"})
  void select_expressionThatDoesNotFit_isAnError(String expression) throws Exception {
    TestTable table =
        new TestTable(folder.resolve("t"))
            .column("c", "int")
            .column("s", "string")
            .column("m", "map<string,int>")
            .column("n", "map<int,int>")
            .column("st", "struct<a:int>")
            .column("l", "array<int>");
    table.split("s1", List.of());
    String init = table.init("\"columns\": {\"x\": \"" + expression + "\"}");
    String message = failure(new ImpalaDriver(init).column("x", "INT"), "x");
    assertTrue(message.contains("'" + expression + "' does not fit a value of type "), message);
  }

  @Test
  void open_columnOfATypeWithoutRowsInDataSources_isAnError() throws Exception {
    String init = table().init();
    for (TPrimitiveType type :
        Set.of(TPrimitiveType.CHAR, TPrimitiveType.VARCHAR, TPrimitiveType.BINARY)) {
      TStatus status = opened(init, scalar(type)).getStatus();
      assertEquals(TErrorCode.RUNTIME_ERROR, status.getStatus_code());
      String message = status.getError_msgs().get(0);
      assertTrue(message.contains("column 'c' is of type " + type.name()), message);
    }
    TColumnType array =
        new TColumnType(
            List.of(
                new TTypeNode(TTypeNodeType.ARRAY), scalar(TPrimitiveType.INT).getTypes().get(0)));
    String message = opened(init, array).getStatus().getError_msgs().get(0);
    assertTrue(message.contains("column 'c' is of type ARRAY"), message);
  }

  private static TOpenResult opened(String init, TColumnType type) {
    TColumnDesc column = new TColumnDesc().setName("c").setType(type);
    return new CifDataSource()
        .open(
            new TOpenParams()
                .setInit_string(init)
                .setRow_schema(new TTableSchema().setCols(List.of(column))));
  }

  private static TColumnType scalar(TPrimitiveType type) {
    return new TColumnType(
        List.of(new TTypeNode(TTypeNodeType.SCALAR).setScalar_type(new TScalarType(type))));
  }

  @Test
  void open_conditionThatWasNeverAccepted_isAnError() throws Exception {
    TBinaryPredicate doubtful =
        new TBinaryPredicate()
            .setCol(new TColumnDesc().setName("c").setType(scalar(TPrimitiveType.FLOAT)))
            .setOp(TComparisonOp.EQ)
            .setValue(new TColumnValue().setDouble_val(0.1));
    TOpenResult result =
        new CifDataSource()
            .open(
                new TOpenParams()
                    .setInit_string(table().init())
                    .setPredicates(List.of(List.of(doubtful))));
    assertEquals(TErrorCode.RUNTIME_ERROR, result.getStatus().getStatus_code());
    assertTrue(result.getStatus().getError_msgs().get(0).contains("Impala relies on"));
  }

  @Test
  void getNext_afterTheEndAndAfterClose_isSafe() throws Exception {
    ExternalDataSource source = new CifDataSource();
    TOpenResult opened = source.open(new TOpenParams().setInit_string(table().init()));
    TGetNextParams next = new TGetNextParams().setScan_handle(opened.getScan_handle());
    long rows = 0;
    TGetNextResult result = source.getNext(next);
    while (!result.isEos()) {
      rows += result.getRows().getNum_rows();
      result = source.getNext(next);
    }
    assertEquals(1000, rows + result.getRows().getNum_rows());
    for (int i = 0; i < 3; i++) {
      result = source.getNext(next);
      assertEquals(TErrorCode.OK, result.getStatus().getStatus_code());
      assertTrue(result.isEos());
      assertEquals(0, result.getRows().getNum_rows());
    }
    TCloseParams close = new TCloseParams().setScan_handle(opened.getScan_handle());
    for (int i = 0; i < 2; i++) {
      assertEquals(TErrorCode.OK, source.close(close).getStatus().getStatus_code());
    }
    result = source.getNext(next);
    assertEquals(TErrorCode.RUNTIME_ERROR, result.getStatus().getStatus_code());
    assertTrue(result.getStatus().getError_msgs().get(0).contains("no scan has the handle"));
  }

  @Test
  void anyCall_emptyParameters_isAnErrorAndNoException() {
    ExternalDataSource source = new CifDataSource();
    Set<TErrorCode> codes = new TreeSet<>();
    codes.add(source.prepare(new TPrepareParams()).getStatus().getStatus_code());
    codes.add(source.open(new TOpenParams()).getStatus().getStatus_code());
    codes.add(source.getNext(new TGetNextParams()).getStatus().getStatus_code());
    assertEquals(Set.of(TErrorCode.RUNTIME_ERROR), codes);
    assertEquals(TErrorCode.OK, source.close(new TCloseParams()).getStatus().getStatus_code());
  }

  @Test
  void getNext_oneOfManyThreadsFails_allAreTold() throws Exception {
    TestTable table = table();
    Path damaged = table.split("s2", List.of(List.of(1, "x")));
    Files.write(ScanTest.file(damaged, "c"), "junk".getBytes(StandardCharsets.UTF_8));
    ExternalDataSource source = new CifDataSource();
    TColumnDesc column = new TColumnDesc().setName("c").setType(scalar(TPrimitiveType.INT));
    TOpenResult opened =
        source.open(
            new TOpenParams()
                .setInit_string(table.init())
                .setRow_schema(new TTableSchema().setCols(List.of(column)))
                .setBatch_size(1000));
    TGetNextParams next = new TGetNextParams().setScan_handle(opened.getScan_handle());
    assertEquals(1000, source.getNext(next).getRows().getNum_rows());
    String first = source.getNext(next).getStatus().getError_msgs().get(0);
    assertTrue(first.contains(damaged.getFileName().toString()), first);
    assertEquals(first, source.getNext(next).getStatus().getError_msgs().get(0));
  }
}
