package dev.cif.hive.serde;

import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.serde.serdeConstants;

/** Names of a table's columns, in the properties by which Hive describes the table to a SerDe. */
public final class ColumnNames {
  private static final String NAMES = "dev.cif.hive.columns";
  private static final String DELIMITER = "dev.cif.hive.columns.delimiter";

  private ColumnNames() {}

  /** Returns the names in their order. */
  public static List<String> of(Properties table) {
    boolean isCounted = table.containsKey(NAMES);
    String names = table.getProperty(isCounted ? NAMES : serdeConstants.LIST_COLUMNS, "");
    String delimiter =
        table.getProperty(isCounted ? DELIMITER : serdeConstants.COLUMN_NAME_DELIMITER, ",");
    return names.isEmpty() ? List.of() : List.of(names.split(delimiter));
  }

  /**
   * Returns properties of the same columns, in which Hive's list has stand-ins for their names. So
   * code of Hive that counts names by commas comes to the right number.
   *
   * @param table properties, which stay as they are
   */
  public static Properties counted(Properties table) {
    Properties counted = new Properties();
    counted.putAll(table);
    counted.setProperty(NAMES, table.getProperty(serdeConstants.LIST_COLUMNS));
    counted.setProperty(DELIMITER, table.getProperty(serdeConstants.COLUMN_NAME_DELIMITER, ","));
    counted.setProperty(
        serdeConstants.LIST_COLUMNS,
        IntStream.range(0, of(table).size())
            .mapToObj(i -> "_col" + i)
            .collect(Collectors.joining(",")));
    counted.remove(serdeConstants.COLUMN_NAME_DELIMITER);
    return counted;
  }
}
