package dev.cif.itests;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hive.jdbc.HiveStatement;

/** A session of HiveServer2, by Hive's JDBC driver. */
final class Session implements AutoCloseable {
  private static final Pattern COUNTER = Pattern.compile("INFO +: +([A-Z_]+): (\\d+)");
  private static final Pattern GROUP = Pattern.compile("INFO +: (\\S.*):");

  private final Connection connection;
  private final Map<String, Long> counters = new TreeMap<>();

  Session(String url) throws SQLException {
    connection = DriverManager.getConnection(url, "root", "");
  }

  /** Runs statements without a result. */
  void run(String... statements) throws SQLException {
    for (String sql : statements) {
      rows(sql);
    }
  }

  /** Runs a statement, and gives its rows as text, values divided by tabs. */
  List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          int columns = result.getMetaData().getColumnCount();
          while (result.next()) {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
              values.add(result.getString(column));
            }
            rows.add(String.join("\t", values));
          }
        }
      }
      counters.clear();
      readCounters(((HiveStatement) statement).getQueryLog());
      return rows;
    } catch (SQLException e) {
      throw new SQLException(sql + ": " + e.getMessage(), e);
    }
  }

  /**
   * Hive prints the counters of a statement's tasks to its log: {@code
   * hive.tez.exec.print.summary}.
   */
  private void readCounters(List<String> log) {
    boolean ours = false;
    for (String line : log) {
      Matcher counter = COUNTER.matcher(line);
      Matcher group = GROUP.matcher(line);
      if (group.matches()) {
        ours = group.group(1).equals("CIF");
      } else if (ours && counter.matches()) {
        counters.merge(counter.group(1), Long.valueOf(counter.group(2)), Long::sum);
      }
    }
  }

  /** A counter of group CIF of the last statement. */
  long counter(String name) {
    Long value = counters.get(name);
    if (value == null) {
      throw new AssertionError("The last statement has no counter " + name + " but " + counters);
    }
    return value;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
