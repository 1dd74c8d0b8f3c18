package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hive.ql.security.SessionStateUserAuthenticator;
import org.apache.hadoop.hive.ql.security.authorization.StorageBasedAuthorizationProvider;
import org.apache.hadoop.hive.ql.security.authorization.plugin.sqlstd.SQLStdHiveAuthorizerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Statements on CIF tables ask for the rights that they need, where the server's own user writes
 * all files.
 */
class RightsTest {
  @RegisterExtension static final SharedTables tables = SharedTables.shared();
  private static Path data;

  private final List<OtherSession> open = new ArrayList<>();

  @BeforeAll
  static void load() throws Exception {
    data = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "rights-");
  }

  @BeforeEach
  void forget() {
    RecordingAuthorizer.reset();
  }

  @AfterEach
  void closeSessions() throws Exception {
    for (OtherSession session : open) {
      session.close();
    }
    tables.run("DROP VIEW IF EXISTS seen");
    for (String table : tables.run("SHOW TABLES")) {
      tables.run("DROP TABLE " + table);
    }
  }

  /** A session of a server that does not act as its users. */
  private OtherSession session(String user, Class<?> authorizer) throws Exception {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("hive.security.authorization.enabled", "true");
    settings.put("hive.security.authorization.manager", authorizer.getName());
    settings.put(
        "hive.security.authenticator.manager", SessionStateUserAuthenticator.class.getName());
    settings.put("hive.server2.enable.doAs", "false");
    // The SQL standard's authorizer knows no such places, of any storage handler.
    boolean hasPlaces = authorizer != SQLStdHiveAuthorizerFactory.class;
    settings.put(
        "hive.security.authorization.tables.on.storagehandlers", Boolean.toString(hasPlaces));
    OtherSession session = new OtherSession(user, settings);
    open.add(session);
    return session;
  }

  private static String refusal(OtherSession session, String sql) {
    ExecutionException e = assertThrows(ExecutionException.class, () -> session.run(sql), sql);
    return String.valueOf(e.getCause().getMessage());
  }

  private static void expectRefusal(OtherSession session, String sql, String... words) {
    String message = refusal(session, sql);
    for (String word : words) {
      assertTrue(message.contains(word), sql + ": " + message);
    }
  }

  private static List<String> values(String table) throws Exception {
    return tables.run("SELECT k, v FROM " + table + " ORDER BY k");
  }

  /** A table of each kind, by name. */
  private static Map<String, String> kinds() throws Exception {
    Path folder = Files.createTempDirectory(data, "handled");
    permit(folder, "rwxrwxrwx");
    Map<String, String> kinds = new LinkedHashMap<>();
    kinds.put("plain", "CREATE TABLE plain (k int, v int) STORED AS CIF");
    kinds.put(
        "parted", "CREATE TABLE parted (k int, v int) PARTITIONED BY (p string) STORED AS CIF");
    kinds.put(
        "handled",
        "CREATE EXTERNAL TABLE handled (k int, v int) "
            + "STORED BY 'dev.cif.hive.CifStorageHandler' LOCATION '"
            + folder.toUri()
            + "' TBLPROPERTIES ('external.table.purge'='true')");
    return kinds;
  }

  private static String rows(String table) {
    return "INSERT INTO "
        + table
        + (table.equals("parted") ? " PARTITION (p='x')" : "")
        + " VALUES (1, 10), (2, 20)";
  }

  @Test
  void sqlStandard_updateNeedsItsPrivilege() throws Exception {
    OtherSession alice = session("alice", SQLStdHiveAuthorizerFactory.class);
    OtherSession bob = session("bob", SQLStdHiveAuthorizerFactory.class);
    for (Map.Entry<String, String> kind : kinds().entrySet()) {
      String table = kind.getKey();
      alice.run(kind.getValue());
      alice.run(rows(table));
      String update = "UPDATE " + table + " SET v = k * 100 WHERE k = 2";
      expectRefusal(bob, update, "bob", "[SELECT]", "[UPDATE]", "default." + table);
      alice.run("GRANT SELECT ON " + table + " TO USER bob");
      assertEquals(List.of("1\t10", "2\t20"), bob.run("SELECT k, v FROM " + table));
      expectRefusal(bob, update, "bob", "[UPDATE]", "default." + table);
      expectRefusal(bob, rows(table), "[INSERT]");
      assertEquals(List.of("1\t10", "2\t20"), values(table));
      // The folder is the server's: that bob can't write it does not matter.
      alice.run("GRANT UPDATE ON " + table + " TO USER bob");
      bob.run(update);
      assertEquals(List.of("1\t10", "2\t200"), values(table));
      bob.run("EXPLAIN " + update);
      alice.run("REVOKE SELECT ON " + table + " FROM USER bob");
      expectRefusal(bob, update, "[SELECT]", "default." + table);
      alice.run("UPDATE " + table + " SET v = 7");
      assertEquals(List.of("1\t7", "2\t7"), values(table));
      for (String statement :
          List.of(
              "ALTER TABLE %s ADD COLUMNS (w int)",
              "ALTER TABLE %s CHANGE v w int",
              "ALTER TABLE %s SET TBLPROPERTIES ('cif.sort.by'='k')",
              "TRUNCATE TABLE %s",
              "DROP TABLE %s")) {
        expectRefusal(bob, statement.formatted(table), "OWNERSHIP", "default." + table);
      }
    }
  }

  @Test
  void sqlStandard_deleteMergeAndRollbackNeedTheirs() throws Exception {
    OtherSession alice = session("alice", SQLStdHiveAuthorizerFactory.class);
    OtherSession bob = session("bob", SQLStdHiveAuthorizerFactory.class);
    alice.run(kinds().get("plain"));
    alice.run(rows("plain"));
    alice.run("CREATE TABLE other AS SELECT 1 AS k");
    alice.run("GRANT SELECT ON plain TO USER bob");
    String delete = "DELETE FROM plain WHERE k IN (SELECT k FROM other)";
    String merge = "MERGE INTO plain t USING other s ON t.k = s.k WHEN MATCHED ";
    String update = merge + "THEN UPDATE SET v = 7";
    String both = merge + "AND t.v = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 7";
    String rollback = "ALTER TABLE plain EXECUTE ROLLBACK(1)";
    expectRefusal(bob, delete, "bob", "[DELETE]", "default.plain");
    expectRefusal(bob, update, "bob", "[UPDATE]", "default.plain");
    alice.run("GRANT UPDATE ON plain TO USER bob");
    expectRefusal(bob, update, "bob", "[SELECT]", "default.other");
    alice.run("GRANT SELECT ON other TO USER bob");
    expectRefusal(bob, both, "bob", "[DELETE]", "default.plain");
    expectRefusal(bob, merge + "THEN DELETE", "bob", "[DELETE]", "default.plain");
    bob.run(update);
    assertEquals(List.of("1\t7", "2\t20"), values("plain"));
    bob.run(rollback);
    alice.run(delete);
    // The rows went by DELETE; who may not delete may not bring them back.
    expectRefusal(bob, rollback, "bob", "[DELETE]", "default.plain");
    assertEquals(List.of("2\t20"), values("plain"));
    alice.run("GRANT DELETE ON plain TO USER bob");
    bob.run(rollback);
    assertEquals(List.of("1\t10", "2\t20"), values("plain"));
    bob.run(delete);
    bob.run(rollback);
    alice.run("REVOKE UPDATE ON plain FROM USER bob");
    expectRefusal(bob, rollback, "bob", "[UPDATE]");
    expectRefusal(bob, both, "bob", "[UPDATE]", "default.plain");
    alice.run("REVOKE SELECT ON other FROM USER bob");
    expectRefusal(bob, delete, "bob", "[SELECT]", "default.other");
    assertEquals(List.of("1\t10", "2\t20"), values("plain"));
  }

  /** A privilege of columns holds only if the columns are named, and no others. */
  @Test
  void update_asksForTheColumnsThatItReadsAndSets() throws Exception {
    OtherSession bob = session("bob", RecordingAuthorizer.class);
    for (Map.Entry<String, String> kind : kinds().entrySet()) {
      String table = kind.getKey();
      tables.run(kind.getValue());
      tables.run(rows(table));
      expectAsked(bob, "UPDATE " + table + " SET v = 1", table, null, "[v]");
      expectAsked(
          bob,
          "UPDATE %1$s SET v = 1, K = upper(%1$s.V) WHERE k = 2".formatted(table),
          table,
          "[k, v]",
          "[k, v]");
      expectAsked(bob, "EXPLAIN UPDATE " + table + " SET v = 1 WHERE k = 2", table, null, null);
    }
    expectAsked(bob, "UPDATE parted SET v = 1 WHERE p = 'x'", "parted", "[p]", "[v]");
    tables.run("CREATE TABLE nested (v int, w int, s struct<v:int>) STORED AS CIF");
    expectAsked(bob, "UPDATE nested SET w = s.v", "nested", "[s]", "[w]");
  }

  /** Hive's own question for the table is left out, so ours must name what subqueries read. */
  @Test
  void statement_asksForColumnsThatItReadsOfItsTableElsewhere() throws Exception {
    OtherSession bob = session("bob", RecordingAuthorizer.class);
    tables.run("CREATE TABLE own (k int, v int, secret string, w int) STORED AS CIF");
    tables.run("INSERT INTO own VALUES (1, 10, 's', 5), (2, 20, 't', 6)");
    expectAsked(
        bob,
        "UPDATE own SET v = 1 WHERE k IN (SELECT x.k FROM own x WHERE x.secret = 's')",
        "own",
        "[k, secret]",
        "[v]");
    expectAsked(
        bob,
        "MERGE INTO own USING (SELECT * FROM own) x ON own.k = x.k"
            + " WHEN MATCHED AND x.secret = 't' THEN UPDATE SET v = x.w",
        "own",
        "[k, secret, w]",
        "[v]");
    RecordingAuthorizer.reset();
    bob.run("DELETE FROM own WHERE EXISTS (SELECT 1 FROM own y WHERE secret = '' AND y.w = own.k)");
    assertEquals(
        List.of("in OTHER TABLE_OR_VIEW own [k, secret, w]", "out DELETE TABLE_OR_VIEW own null"),
        RecordingAuthorizer.asked());
  }

  private static void expectAsked(
      OtherSession session, String update, String table, String reads, String writes)
      throws Exception {
    RecordingAuthorizer.reset();
    session.run(update);
    assertEquals(
        List.of(
            "in OTHER TABLE_OR_VIEW " + table + " " + reads,
            "out UPDATE TABLE_OR_VIEW " + table + " " + writes),
        RecordingAuthorizer.asked().stream().filter(asked -> !asked.contains("PARTITION")).toList(),
        update);
  }

  /** Hive refuses this for its transactional tables, too, whichever columns the statement names. */
  @Test
  void whoSeesMaskedOrFilteredRows_isRefused() throws Exception {
    OtherSession bob = session("bob", RecordingAuthorizer.class);
    for (Map.Entry<String, String> kind : kinds().entrySet()) {
      String table = kind.getKey();
      tables.run(kind.getValue());
      tables.run(rows(table));
      String update = "UPDATE " + table + " SET k = 3 WHERE k = 1";
      RecordingAuthorizer.filter("k > 1");
      assertEquals(List.of("2\t20"), bob.run("SELECT k, v FROM " + table));
      expectRefusal(
          bob,
          update,
          "UPDATE of default." + table,
          "row filter hides rows",
          ", of default." + table,
          "nothing was changed");
      expectRefusal(bob, "DELETE FROM " + table, "DELETE FROM default." + table, "row filter");
      RecordingAuthorizer.reset();
      RecordingAuthorizer.mask(Map.of("v", "v * 0"));
      assertEquals(List.of("1\t0", "2\t0"), bob.run("SELECT k, v FROM " + table));
      expectRefusal(
          bob, update, "UPDATE of default." + table, "'v' is masked", "nothing was changed");
      expectRefusal(bob, "EXPLAIN " + update, "'v' is masked");
      assertEquals(List.of("1\t10", "2\t20"), values(table));
      // Masks of other tables.
      RecordingAuthorizer.mask(Map.of("other", "1"));
      bob.run(update);
      assertEquals(List.of("2\t20", "3\t10"), values(table));
      RecordingAuthorizer.reset();
    }
  }

  @Test
  void whoSeesMaskedOrFilteredRowsOfAnotherTable_isRefused() throws Exception {
    OtherSession bob = session("bob", RecordingAuthorizer.class);
    tables.run(kinds().get("plain"));
    tables.run(rows("plain"));
    tables.run("CREATE TABLE base STORED AS ORC AS SELECT 1 AS k, 5 AS w");
    tables.run("CREATE VIEW seen AS SELECT k, w AS z FROM base");
    tables.run("UPDATE plain SET v = v + 1");
    RecordingAuthorizer.mask(Map.of("w", "w * 0"));
    String merge = "MERGE INTO plain t USING %s s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = ";
    expectRefusal(bob, merge.formatted("base") + "s.w", "'w' is masked", ", of default.base");
    // Hive masks the tables below a view.
    assertEquals(List.of("1\t0"), bob.run("SELECT * FROM seen"));
    expectRefusal(bob, merge.formatted("seen") + "s.z", "'w' is masked", ", of default.base");
    expectRefusal(bob, "DELETE FROM plain WHERE k IN (SELECT z FROM seen)", "'w' is masked");
    expectRefusal(bob, "UPDATE plain SET v = 0 WHERE k IN (SELECT z FROM seen)", "'w' is masked");
    RecordingAuthorizer.reset();
    RecordingAuthorizer.filter("k > 1");
    // The change that would be taken back has rows that bob does not see.
    expectRefusal(
        bob,
        "ALTER TABLE plain EXECUTE ROLLBACK(1)",
        "row filter hides rows",
        ", of default.plain",
        "nothing was changed");
    assertEquals(List.of("1\t11", "2\t21"), values("plain"));
  }

  @Test
  void tableOfTheHandler_hasAPlaceThatPoliciesCanName() throws Exception {
    OtherSession bob = session("bob", RecordingAuthorizer.class);
    for (String statement :
        List.of(
            kinds().get("handled"), "ALTER TABLE handled SET TBLPROPERTIES ('cif.sort.by'='k')")) {
      RecordingAuthorizer.reset();
      bob.run(statement);
      assertTrue(
          RecordingAuthorizer.asked()
              .contains("out OTHER STORAGEHANDLER_URI cif://default/handled null"),
          RecordingAuthorizer.asked()::toString);
    }
  }

  @Tag("nightly")
  @Test
  void storageBased_changesNeedWritePermissionOnTheFolder() throws Exception {
    OtherSession bob = session("bob", StorageBasedAuthorizationProvider.class);
    for (Map.Entry<String, String> kind : kinds().entrySet()) {
      String table = kind.getKey();
      tables.run(kind.getValue());
      tables.run(rows(table));
      Path folder = tables.folder(table);
      // Hive asks for the database's as well.
      permit(tables.folder("plain").getParent().resolveSibling("warehouse"), "rwxrwxrwx");
      permit(folder, "rwxr-xr-x");
      List<String> statements =
          List.of(
              "UPDATE " + table + " SET v = k * 100 WHERE k = 2",
              "MERGE INTO "
                  + table
                  + " USING (SELECT 1 AS k) s ON "
                  + table
                  + ".k = s.k"
                  + " WHEN MATCHED THEN UPDATE SET v = 7",
              "DELETE FROM " + table + " WHERE k = 2");
      for (String statement : statements) {
        expectRefusal(
            bob, statement, "Permission denied: user=bob", folder.getFileName().toString());
      }
      assertEquals(List.of("1\t10", "2\t20"), values(table));
      permit(folder, "rwxrwxrwx");
      for (String statement : statements) {
        bob.run(statement);
      }
      assertEquals(List.of("1\t7"), values(table));
    }
  }

  private static void permit(Path folder, String permissions) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }
}
