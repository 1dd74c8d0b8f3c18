package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.embedded.EmbeddedHive.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hive.jdbc.HiveDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server, as Hive's JDBC driver sees it. */
@Tag("nightly")
class EmbeddedServerTest {
  private static final String HOST = "localhost";

  @TempDir static Path home;

  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws Exception {
    SharedTables.closeShared();
    server = EmbeddedServer.open(Options.kept(home), HOST, 0);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static Connection connect() throws SQLException {
    Properties user = new Properties();
    user.setProperty("user", "somebody");
    return new HiveDriver().connect(server.url(), user);
  }

  /** The first columns of the rows, up to so many. */
  private static List<String> rows(ResultSet result, int columns) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getString(i));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows;
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(
          statement.executeQuery(sql), statement.getResultSet().getMetaData().getColumnCount());
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The values of named columns. */
  private static List<String> values(ResultSet result, String... names) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (result) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (String name : names) {
          row.add(result.getString(name));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows;
  }

  @Test
  void statements_ofEachKind_workOverJdbc() throws Exception {
    try (Connection connection = connect()) {
      run(
          connection,
          "CREATE TABLE pages (url string, meta map<string,string>) STORED AS CIF",
          "INSERT INTO pages SELECT 'http://a/', map('type', 'text/html')",
          "ALTER TABLE pages ADD COLUMNS (type string)",
          "UPDATE pages SET type = meta['type']",
          "INSERT INTO pages SELECT 'http://b/', map('n', '7'), 'text/css'",
          "CREATE TABLE copy STORED AS CIF AS SELECT url, type, array(1, 2) a FROM pages");
      assertEquals(
          List.of(
              "http://a/|{\"type\":\"text/html\"}|text/html", "http://b/|{\"n\":\"7\"}|text/css"),
          rows(connection, "SELECT * FROM pages ORDER BY url"));
      assertEquals(
          List.of("text/css|[1,2]"),
          rows(connection, "SELECT type, a FROM copy WHERE url = 'http://b/'"));
      SQLException e =
          assertThrows(SQLException.class, () -> rows(connection, "SELECT nope FROM pages"));
      assertTrue(e.getMessage().contains("nope"), e.getMessage());
    }
  }

  private static String values(String who) {
    return "('" + who + "', 1), ('" + who + "', 2), ('" + who + "', 3)";
  }

  /** Metadata that clients with a tree of tables ask for. */
  @Test
  void metaData_thatClientsAskFor_isThere() throws Exception {
    try (Connection connection = connect()) {
      run(
          connection,
          "CREATE DATABASE browse",
          "CREATE TABLE browse.t (k bigint, d decimal(9,2), tags array<string>,"
              + " m map<string,int>, s struct<x:int,y:array<double>>) STORED AS CIF",
          "CREATE VIEW browse.v AS SELECT k FROM browse.t");
      DatabaseMetaData data = connection.getMetaData();
      assertEquals("Apache Hive", data.getDatabaseProductName());
      assertEquals("4.0.1", data.getDatabaseProductVersion());
      assertEquals(List.of("browse"), values(data.getSchemas(null, "bro%"), "TABLE_SCHEM"));
      assertTrue(values(data.getSchemas(), "TABLE_SCHEM").contains("default"));
      assertTrue(values(data.getTableTypes(), "TABLE_TYPE").containsAll(List.of("TABLE", "VIEW")));
      assertEquals(
          List.of("browse|t|TABLE", "browse|v|VIEW"),
          values(
              data.getTables(null, "browse", "%", new String[] {"TABLE", "VIEW"}),
              "TABLE_SCHEM",
              "TABLE_NAME",
              "TABLE_TYPE"));
      assertEquals(
          List.of(
              "k|BIGINT|1",
              "d|DECIMAL|2",
              "tags|array<string>|3",
              "m|map<string,int>|4",
              "s|struct<x:int,y:array<double>>|5"),
          values(
              data.getColumns(null, "browse", "t", "%"),
              "COLUMN_NAME",
              "TYPE_NAME",
              "ORDINAL_POSITION"));
      assertTrue(values(data.getTypeInfo(), "TYPE_NAME").contains("BIGINT"));
      assertEquals(List.of(), values(data.getPrimaryKeys(null, "browse", "t"), "COLUMN_NAME"));
      assertEquals(List.of(), values(data.getImportedKeys(null, "browse", "t"), "PKCOLUMN_NAME"));
      assertEquals(
          List.of(), values(data.getIndexInfo(null, "browse", "t", false, true), "INDEX_NAME"));
      assertEquals(List.of(), values(data.getProcedures(null, null, "%"), "PROCEDURE_NAME"));
      assertTrue(values(data.getFunctions(null, null, "%"), "FUNCTION_NAME").contains("parse_url"));
      values(data.getCatalogs(), "TABLE_CAT");
      assertEquals("`", data.getIdentifierQuoteString());
      assertEquals("browse", browse(connection));
    }
  }

  /** The schema that the session is in, after it was set as clients do. */
  private static String browse(Connection connection) throws SQLException {
    connection.setSchema("browse");
    return connection.getSchema();
  }

  @Test
  void sessions_atOnce_haveSettingsOfTheirOwnAndTheSameTables() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Connection a = connect();
        Connection b = connect()) {
      run(a, "CREATE TABLE shared (who string, n int) STORED AS CIF");
      run(a, "SET hive.tez.bucket.pruning=false");
      assertEquals(List.of("hive.tez.bucket.pruning=true"), rows(b, "SET hive.tez.bucket.pruning"));
      List<Future<?>> running = new ArrayList<>();
      for (Connection one : List.of(a, b)) {
        String who = one == a ? "a" : "b";
        running.add(
            threads.submit(
                () -> {
                  run(one, "INSERT INTO shared VALUES " + values(who));
                  return rows(one, "SELECT sum(n) FROM shared WHERE who = '" + who + "'");
                }));
      }
      for (Future<?> one : running) {
        assertEquals(List.of("6"), one.get());
      }
      assertEquals(List.of("12"), rows(a, "SELECT sum(n) FROM shared"));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void close_withSessionsOpen_keepsTheTables() throws Exception {
    try (Connection connection = connect()) {
      run(connection, "CREATE TABLE kept STORED AS CIF AS SELECT 42 a");
      server.close();
    } catch (SQLException e) {
      // The driver may say that its session has ended.
    }
    try (EmbeddedHive hive = EmbeddedHive.open(Options.kept(home))) {
      assertEquals(List.of("42"), hive.run("SELECT a FROM kept").lines());
    }
    server = EmbeddedServer.open(Options.kept(home), HOST, 0);
    try (Connection connection = connect()) {
      assertEquals(List.of("42"), rows(connection, "SELECT a FROM kept"));
    }
  }

  @Test
  void open_portInUse_saysSoAndWritesNothing() throws Exception {
    Path other = home.resolve("other");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      int port = taken.getLocalPort();
      IOException e =
          assertThrows(
              IOException.class, () -> EmbeddedServer.open(Options.kept(other), HOST, port));
      assertTrue(
          e.getMessage().startsWith("The server can't listen at localhost:" + port), e::getMessage);
    }
    assertFalse(Files.exists(other));
  }
}
