import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A client of a HiveServer2: runs statements, and prints the rows of those that have some, with
 * tabs. Arguments: the address, then statements.
 */
final class JdbcClient {
  private JdbcClient() {}

  public static void main(String[] args) throws SQLException {
    try (Connection connection = DriverManager.getConnection(args[0], "any", "");
        Statement statement = connection.createStatement()) {
      for (int i = 1; i < args.length; i++) {
        if (statement.execute(args[i])) {
          print(statement.getResultSet());
        }
      }
    }
  }

  private static void print(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(rows.getString(i));
      }
      System.out.println(String.join("\t", row));
    }
  }
}
