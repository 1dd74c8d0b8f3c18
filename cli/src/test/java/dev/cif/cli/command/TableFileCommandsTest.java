package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.tables.GoldenTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands show a table as its table file says, here that of the golden table. */
class TableFileCommandsTest {
  private static final Path GOLDEN = Path.of("../testdata/tables").toAbsolutePath().normalize();

  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void copy() throws IOException {
    table = GoldenTables.copyHistory(folder.resolve("table"));
  }

  @Test
  void cat_printsTheTablesRows() throws Exception {
    String expected = Files.readString(GOLDEN.resolve("history.jsonl"));
    assertEquals(Run.JSON.readTree(array(expected)), Run.JSON.readTree(array(cat())));
    assertEquals(
        "host,k\nh0,1\nh1,1\n",
        Run.good(
                "cat",
                table,
                "--columns",
                "host,k",
                "--where",
                "b = 7 AND k = 1",
                "--format",
                "csv")
            .out());
    assertEquals(
        "id,dt\n2,2021-01-02\n3,2021-01-02\n",
        Run.good("cat", table.resolve("dt=2021-01-02"), "--columns", "id,dt", "--format", "csv")
            .out());
  }

  private String cat() {
    return Run.good("cat", table, "--format", "jsonl").out();
  }

  private static String array(String lines) {
    return "[" + String.join(",", lines.strip().split("\n", -1)) + "]";
  }

  @Test
  void get_looksUpByTheTablesNames() {
    assertEquals(
        "id,note\n4,new 4\n",
        Run.good("get", table, "--key", "host=h4", "--columns", "id,note", "--format", "csv")
            .out());
    assertEquals(
        "id\n0\n1\n2\n3\n",
        Run.good("get", table, "--key", "b=7", "--columns", "id", "--format", "csv").out());
  }

  @Test
  void metaAndVerify_knowTheTableFile() throws IOException {
    String meta = Run.good("meta", table).out();
    assertTrue(meta.contains("table file of revision 5, partitioned by dt date, k int"), meta);
    assertTrue(meta.contains("Host"), meta);
    assertTrue(Run.good("verify", table).out().contains("no damage"));
    Files.writeString(table.resolve("_cif_table"), "CIFT1");
    Run damaged = Run.of("verify", table);
    assertEquals(1, damaged.status());
    assertTrue(damaged.err().contains("_cif_table"), damaged.err());
    assertEquals(1, Run.of("cat", table).status());
  }

  @Test
  void addColumnAndUpdate_writeTheTablesColumns() throws Exception {
    // A folder of NULL can't be declared to the Hive that computes the values.
    Files.move(table.resolve("dt=__HIVE_DEFAULT_PARTITION__"), table.resolve("dt=2021-01-03"));
    Run.good("add-column", table, "`h h` string", "--as", "concat(host, '!')", "--where", "id < 4");
    Run.good("update", table, "--set", "b = b + 1", "--set", "note = host", "--where", "k = '1'");
    assertEquals(
        """
        Host,b,note,h h,id
        h0,8,h0,h0!,0
        h1,8,h1,h1!,1
        h2,7,,h2!,2
        h3,7,,h3!,3
        h4,104,new 4,,4
        h5,105,new 5,,5
        """,
        Run.good("cat", table, "--columns", "Host,b,note,`h h`,id", "--format", "csv").out());
    assertTrue(Files.readString(table.resolve("_cif_table")).contains("\"revision\" : 6"));
    Run failed = Run.of("add-column", table, "x int", "--as", "no_such_function(id)");
    assertTrue(failed.err().contains("no_such_function"), failed.err());
    assertTrue(Run.good("meta", table).out().contains("revision 8"));
    Run twice = Run.of("add-column", table, "HOST int", "--as", "id");
    assertTrue(twice.err().contains("two columns of one name"), twice.err());
  }

  @Test
  void adopt_writesTheFirstFile() throws IOException {
    Path lines = folder.resolve("lines");
    Files.createDirectories(lines);
    Run.table(lines, "1,x\n2,y\n", "a int, `b c` string");
    Path data = lines.resolve("data");
    Files.createDirectories(data);
    Files.move(lines.resolve("table"), data.resolve("day=2021-01-01"));
    assertTrue(Run.of("adopt", data, "--partitions", "dai date").err().contains("'dai='"));
    assertTrue(Run.of("adopt", data, "--partitions", "day").status() != 0);
    String out = Run.good("adopt", data, "--partitions", "day date").out();
    assertTrue(out.contains("2 columns and 1 partition column"), out);
    assertEquals(
        "a,b c,day\n1,x,2021-01-01\n2,y,2021-01-01\n",
        Run.good("cat", data, "--format", "csv").out());
    Run.good("add-column", data, "d int", "--as", "a + 1");
    assertEquals(
        "d\n3\n",
        Run.good(
                "cat",
                data,
                "--columns",
                "d",
                "--where",
                "day > '2020-01-01' AND a = 2",
                "--format",
                "csv")
            .out());
    assertTrue(Run.of("adopt", data).err().contains("is there already, of revision 2"));
  }

  @Test
  void columnOfAnOwnedTable_isAddedByItsOwner() throws Exception {
    Run.good("cat", table);
    addMember("\"owner\" : \"db.t\"");
    Run refused = Run.of("add-column", table, "x int", "--as", "id");
    assertTrue(refused.err().contains("db.t"), refused.err());
    assertTrue(refused.err().contains("ALTER TABLE"), refused.err());
  }

  /** Its rows may be from before it was transactional, so that no folder tells. */
  @Test
  void transactionalTable_isNotCompacted() throws IOException {
    Run.good("compact", table, "--dry-run");
    addMember("\"transactional\" : \"insert_only\"");
    for (Path part : List.of(table, table.resolve("dt=2021-01-02"))) {
      String refused = Run.bad(1, "compact", part, "--dry-run");
      assertTrue(refused.contains("ALTER TABLE ... COMPACT 'major'"), refused);
    }
  }

  @Test
  void meta_showsATableThatCannotBeRead_andSaysWhy() throws IOException {
    replace("\"type\" : \"bigint\"", "\"type\" : \"date\"");
    assertTrue(Run.bad(1, "cat", table).contains("column 'id': stored as"));
    Run meta = Run.of("meta", table);
    assertEquals(1, meta.status());
    assertTrue(meta.out().contains("3 splits, 6 rows"), meta.out());
    assertTrue(meta.out().contains("date (also bigint, int)"), meta.out());
    assertTrue(meta.err().contains("column 'id': stored as"), meta.err());
    assertTrue(meta.err().contains("_cif_table; 2 more splits can't be read"), meta.err());
    for (String form : List.of("--json", "--html")) {
      assertTrue(Run.of("meta", table, form).out().contains("amount"), form);
    }
  }

  /** Adds a member to the JSON of the table file. */
  private void addMember(String member) throws IOException {
    replace("\"revision\" : 5", member + ", \"revision\" : 5");
  }

  private void replace(String from, String to) throws IOException {
    Path file = table.resolve("_cif_table");
    String text = Files.readString(file);
    String json = text.substring(text.indexOf('\n') + 1, text.length() - 1).replace(from, to);
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    byte[] bytes = json.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    crc.update(bytes);
    Files.writeString(file, "CIFT1 %d %08x%n%s%n".formatted(bytes.length, crc.getValue(), json));
  }
}
