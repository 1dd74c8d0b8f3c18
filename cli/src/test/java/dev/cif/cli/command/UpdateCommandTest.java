package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateCommandTest {
  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void load() throws Exception {
    table = folder.resolve("it's a table");
    for (int day = 1; day <= 2; day++) {
      Path csv =
          Files.writeString(
              folder.resolve(day + ".csv"), "1,http://a.example/x\n2,http://b.example/y\n3,\n");
      Run.good(
          "load",
          "--from",
          "csv",
          csv,
          "--to",
          table.resolve("day=" + day),
          "--schema",
          "id int, url string",
          "--rows-per-split",
          2);
    }
  }

  private String rows(String columns) {
    return Run.good("cat", table, "--columns", columns, "--format", "csv").out();
  }

  @Test
  void addColumn_andUpdate_writeOneFileASplit() throws Exception {
    Run.good("add-column", table, "host string", "--as", "parse_url(url, 'HOST')");
    String added = "id,host\n1,a.example\n2,b.example\n3,\n1,a.example\n2,b.example\n3,\n";
    assertEquals(added, rows("id,host"));
    Run.good(
        "update",
        table,
        "--set",
        "host = concat(host, '/', day)",
        "--set",
        "id = id * 10",
        "--where",
        "id < 3 AND day = '2'");
    assertEquals(
        "id,host\n1,a.example\n2,b.example\n3,\n10,a.example/2\n20,b.example/2\n3,\n",
        rows("id,host"));
    assertTrue(Run.good("verify", table).out().contains("no damage"));
  }

  @Test
  void namesThatNeedQuotes_ofColumnsFieldsAndFolders() throws Exception {
    Path csv = Files.writeString(folder.resolve("q.csv"), "1,100\n2,200\n");
    Path quoted = folder.resolve("quoted");
    Run.good(
        "load",
        "--from",
        "csv",
        csv,
        "--to",
        quoted.resolve("my key=it's; ${env:HOME}"),
        "--schema",
        "a int, `select` int");
    String type = "struct<`select`:int,`x y`:int>";
    Run.good("add-column", quoted, "`a-b` int", "--as", "`select` + 1");
    Run.good("add-column", quoted, "`s t` " + type, "--as", "named_struct('select', a, 'x y', 3)");
    Run.good("add-column", quoted, "`group` string", "--as", "`my key`");
    Run.good(
        "update",
        quoted,
        "--set",
        "a = `a-b` + `s t`.`select` + `s t`.`x y`",
        "--where",
        "`a-b` = 101 AND `group` LIKE 'it_s%'");
    assertEquals(
        "a,select,a-b,group\n105,100,101,it's; ${env:HOME}\n2,200,201,it's; ${env:HOME}\n",
        Run.good("cat", quoted, "--columns", "a,select,`a-b`,group", "--format", "csv").out());
  }

  /** HADOOP_USER_NAME, or a ticket of Kerberos, names another user than the owner of the files. */
  @Tag("nightly")
  @Test
  void update_byAnotherUserOfHadoop_isDone() {
    PrivilegedAction<Run> update = () -> Run.good("update", table, "--set", "id = id * 10");
    UserGroupInformation.createRemoteUser("ann").doAs(update);
    assertEquals("id\n10\n20\n30\n10\n20\n30\n", rows("id"));
  }

  @Test
  void whatIsWrong_isSaid() {
    String error = Run.bad(1, "update", table, "--set", "nothing = 1");
    assertTrue(error.contains("no column 'nothing'"), error);
    error = Run.bad(1, "update", table, "--set", "id = 1", "--set", "url = id + nix");
    assertTrue(error.contains("--set, character 12: Invalid table alias"), error);
    error = Run.bad(1, "add-column", table, "host string", "--as", "upper(nix)");
    assertTrue(error.contains("--as, character 7: Invalid table alias"), error);
    error = Run.bad(2, "add-column", table, "host", "--as", "url");
    assertTrue(error.contains("no name and type"), error);
    error = Run.bad(1, "update", folder.resolve("nowhere"), "--set", "a = 1");
    assertTrue(error.contains("there is no such folder"), error);
  }

  @Test
  void aTransactionalTable_isLeftToHive() throws Exception {
    Files.move(table.resolve("day=1"), table.resolve("delta_0000001_0000001_0000"));
    String error = Run.bad(1, "update", table, "--set", "id = 1");
    assertTrue(error.contains("transactional table"), error);
  }
}
