package dev.cif.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.apache.hadoop.hive.metastore.txn.TxnHandler;

/**
 * The metastore's transaction tables. DataNucleus creates all other tables when they are first
 * used. These are queried by plain SQL, so that nobody creates them. Hive ships a script for them,
 * but only in an archive of 78 MB.
 */
final class TransactionTables {
  private static final String SCRIPT = "transactions.sql";

  private TransactionTables() {}

  /** Creates the tables if the metastore at a JDBC address lacks them. */
  static void make(String url) throws IOException {
    try (Connection metastore = DriverManager.getConnection(url)) {
      try (ResultSet tables = metastore.getMetaData().getTables(null, null, "TXNS", null)) {
        if (tables.next()) {
          return;
        }
      }
      metastore.setAutoCommit(false);
      try (Statement statement = metastore.createStatement()) {
        for (String sql : script().replaceAll("(?m)^--.*", "").split(";\\R", -1)) {
          if (!sql.isBlank()) {
            statement.execute(sql);
          }
        }
      }
      metastore.commit();
    } catch (SQLException e) {
      throw new IOException("The metastore's tables of transactions can't be made", e);
    }
  }

  /**
   * Closes the metastore's connections to them. Hive keeps one pool of connections per process, and
   * would query the next metastore through those to the last.
   */
  static void disconnect() throws IOException {
    try {
      for (Field field : TxnHandler.class.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == DataSource.class) {
          field.setAccessible(true);
          if (field.get(null) instanceof AutoCloseable pool) {
            pool.close();
          }
          field.set(null, null);
        }
      }
      Field initialized = TxnHandler.class.getDeclaredField("initialized");
      initialized.setAccessible(true);
      initialized.setBoolean(null, false);
    } catch (Exception e) {
      throw new IOException("The metastore's connections can't be closed", e);
    }
  }

  private static String script() throws IOException {
    try (InputStream in = TransactionTables.class.getResourceAsStream(SCRIPT)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
